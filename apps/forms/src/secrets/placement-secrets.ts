import { deriveKey } from "@offergraph/shared/access/principal";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import { openText, sealText } from "@offergraph/shared/access/sealed";
import type { FormsSettings } from "../env.js";

/** Encrypts the secrets of placements for their rows, and decrypts them. */
export interface PlacementSecrets {
  seal(placementId: string, secret: string): string;
  /** Throws an Error when the secret was sealed with another key. */
  open(placementId: string, sealed: string): string;
}

/** How long the secret before a rotation stays valid, so that a shop can change it without a gap. */
export const formerSecretMs = 24 * 3_600_000;

/** Makes a secret of some 285 random bits. */
export const newPlacementSecret = (): string => `fps_${randomText(48, base62)}`;

export function placementSecrets(settings: Pick<FormsSettings, "CONNECTION_SECRET_KEY" | "GATEWAY_SIGNING_KEY">): PlacementSecrets {
  const key = deriveKey(settings.CONNECTION_SECRET_KEY ?? settings.GATEWAY_SIGNING_KEY, "placement-secret");
  return {
    seal: (placementId, secret) => sealText(key, placementId, secret),
    open(placementId, sealed) {
      const secret = openText(key, placementId, sealed);
      if (secret === undefined)
        throw new Error(
          `The secret of placement ${placementId} does not decrypt: set CONNECTION_SECRET_KEY to the key that it was encrypted with, or rotate the secret.`,
        );
      return secret;
    },
  };
}
