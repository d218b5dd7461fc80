import type { KeyObject } from "node:crypto";
import { newWebhookSecret } from "@offergraph/service/outbound/signature";
import { openText, sealText } from "@offergraph/shared/access/sealed";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { StoreError } from "./store.js";

// Minimum and maximum length in bytes of a symmetric secret, as Standard Webhooks requires.
const [minBytes, maxBytes] = [24, 64];

/** Encrypts a connection's secret. The ciphertext can be decrypted only with the same connection id. */
export const sealSecret = sealText;

/**
 * Decrypts the secret of a connection. Throws StoreError if the key is wrong, the secret belongs to another connection, or the text is
 * damaged.
 */
export function openSecret(key: KeyObject, connectionId: string, sealed: string): string {
  const secret = openText(key, connectionId, sealed);
  if (secret !== undefined) return secret;
  const remedy = "Restore the previous key of the service, or add the connection again.";
  throw new StoreError(`The connection's secret cannot be decrypted with the service's current key. ${remedy}`, true);
}

export const newSecret = newWebhookSecret;

export function checkSecret(secret: string): void {
  const [, text = ""] = /^whsec_(.+)$/.exec(secret) ?? [];
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text || bytes.length < minBytes || bytes.length > maxBytes)
    throw new BadUserInput("secret", `The secret must be \`whsec_\` followed by ${minBytes} to ${maxBytes} random bytes in base64.`);
}
