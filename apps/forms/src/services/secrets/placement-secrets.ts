import { deriveKey } from "@offergraph/shared/access/principal";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import { openText, sealText } from "@offergraph/shared/access/sealed";
import { readSealedSecrets } from "../../db/placement-secrets.js";
import type { FormsDeps } from "../../deps.js";
import type { FormsSettings } from "../../env.js";

export type PlacementSecrets = ReturnType<typeof placementSecrets>;

/** Grace period of the former secret after a rotation. */
export const formerSecretMs = 24 * 3_600_000;

/** Returns a secret with about 285 random bits. */
export const newPlacementSecret = (): string => `fps_${randomText(48, base62)}`;

/** Encrypts and decrypts placement secrets for storage. */
export function placementSecrets(settings: Pick<FormsSettings, "CONNECTION_SECRET_KEY" | "GATEWAY_SIGNING_KEY">) {
  const key = deriveKey(settings.CONNECTION_SECRET_KEY ?? settings.GATEWAY_SIGNING_KEY, "placement-secret");
  return {
    seal: (placementId: string, secret: string) => sealText(key, placementId, secret),
    /** Throws if the secret was encrypted with another key. */
    open(placementId: string, sealed: string): string {
      const secret = openText(key, placementId, sealed);
      if (secret === undefined)
        throw new Error(
          `Cannot decrypt the secret of placement ${placementId}: set CONNECTION_SECRET_KEY to the key that encrypted it, or rotate the secret.`,
        );
      return secret;
    },
  };
}

export interface Signing {
  workspaceId: string;
  placementId: string;
  now: Date;
}

/** Returns the decrypted secrets of a placement that are valid now, current one first. */
export async function openSecrets(
  { readerOf, placementSecrets }: Pick<FormsDeps, "readerOf" | "placementSecrets">,
  { workspaceId, placementId, now }: Signing,
): Promise<string[]> {
  const sealed = await readSealedSecrets(readerOf(workspaceId), placementId, now);
  return sealed.map((one) => placementSecrets.open(placementId, one));
}
