import { randomBytes } from "node:crypto";
import { openText, sealText } from "@offergraph/shared/access/sealed";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { StoreError } from "./store.js";

// What Standard Webhooks asks of a symmetric secret.
const [shortest, longest] = [24, 64];

/** A connection's secret as its row keeps it, bound to the connection. */
export const sealSecret = sealText;

/** The secret that was sealed for this connection; throws StoreError when it was sealed otherwise, or is damaged. */
export function openSecret(key: Buffer, connectionId: string, sealed: string): string {
  const secret = openText(key, connectionId, sealed);
  if (secret === undefined)
    throw new StoreError(
      "The connection's secret does not open with the service's key: add the connection anew, or set the key it was sealed with.",
      true,
    );
  return secret;
}

/** A new secret, as Standard Webhooks writes them. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Throws BadUserInput when a given secret is not one of Standard Webhooks. */
export function checkSecret(secret: string): void {
  const [, text = ""] = /^whsec_(.+)$/.exec(secret) ?? [];
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text || bytes.length < shortest || bytes.length > longest)
    throw new BadUserInput("secret", `A secret is \`whsec_\` and the base64 of ${shortest} to ${longest} random bytes.`);
}
