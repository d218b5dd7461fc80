import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a secret with AES-256-GCM. The secret can be decrypted only with the same key and record id. Returns `v1.` and the base64url
 * text of nonce, tag and ciphertext.
 */
export function sealText(key: KeyObject, recordId: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const seal = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(recordId));
  const sealed = Buffer.concat([seal.update(text, "utf8"), seal.final()]);
  return `${version}.${Buffer.concat([nonce, seal.getAuthTag(), sealed]).toString("base64url")}`;
}

/** Decrypts the result of `sealText`. Returns undefined if the key or the record id differs, or if the text is damaged. */
export function openText(key: KeyObject, recordId: string, sealed: string): string | undefined {
  const [form, text = ""] = sealed.split(".");
  if (form !== version) return undefined;
  const bytes = Buffer.from(text, "base64url");
  try {
    const nonce = bytes.subarray(0, nonceBytes);
    const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
    const open = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(recordId)).setAuthTag(tag);
    return open.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + open.final("utf8");
  } catch {
    return undefined;
  }
}
