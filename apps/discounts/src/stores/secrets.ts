import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { StoreError } from "./store.js";

const cipher = "aes-256-gcm";
const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;
// What Standard Webhooks asks of a symmetric secret.
const [shortest, longest] = [24, 64];

/**
 * A connection's secret as its row keeps it: `v1.` and the base64url of nonce, tag and ciphertext.
 * Bound to the connection, so that a sealed secret copied to another row does not open there.
 */
export function sealSecret(key: Buffer, connectionId: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const seal = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(connectionId));
  const sealed = Buffer.concat([seal.update(secret, "utf8"), seal.final()]);
  return `${version}.${Buffer.concat([nonce, seal.getAuthTag(), sealed]).toString("base64url")}`;
}

/** The secret that was sealed for this connection; throws StoreError when it was sealed otherwise, or is damaged. */
export function openSecret(key: Buffer, connectionId: string, sealed: string): string {
  const [form, text = ""] = sealed.split(".");
  const bytes = Buffer.from(text, "base64url");
  try {
    if (form !== version) throw new Error(`unknown form ${form}`);
    const nonce = bytes.subarray(0, nonceBytes);
    const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
    const open = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(connectionId)).setAuthTag(tag);
    return open.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + open.final("utf8");
  } catch {
    throw new StoreError(
      "The connection's secret does not open with the service's key: add the connection anew, or set the key it was sealed with.",
      true,
    );
  }
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
