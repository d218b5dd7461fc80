import { readSealedSecrets } from "../../db/placement-secrets.js";
import type { CollectDeps } from "../../deps.js";

/** The placement of the request's public key, and the request's time. */
export interface Signing {
  workspaceId: string;
  placementId: string;
  now: Date;
}

/** Returns the decrypted secrets of a placement that are valid now, current one first. */
export async function openSecrets(
  { readIn, placementSecrets }: Pick<CollectDeps, "readIn" | "placementSecrets">,
  { workspaceId, placementId, now }: Signing,
): Promise<string[]> {
  const sealed = await readSealedSecrets(readIn(workspaceId), placementId, now);
  return sealed.map((one) => placementSecrets.open(placementId, one));
}
