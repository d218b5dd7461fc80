import { readSealedSecrets } from "../data/placement-secrets.js";
import type { Collecting } from "./collecting.js";

/** The placement whose public key a request uses, and when. */
export interface Signing {
  workspaceId: string;
  placementId: string;
  now: Date;
}

/** Reads the secrets of a placement that are valid now, in clear text, the current one first. */
export async function openSecrets(
  { readIn, placementSecrets }: Pick<Collecting, "readIn" | "placementSecrets">,
  { workspaceId, placementId, now }: Signing,
): Promise<string[]> {
  const sealed = await readSealedSecrets(readIn(workspaceId), placementId, now);
  return sealed.map((one) => placementSecrets.open(placementId, one));
}
