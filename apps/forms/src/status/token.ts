import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@offergraph/shared/access/principal";

/** The response that a status page is about. */
export interface StatusSubject {
  workspaceId: string;
  responseId: string;
  /** Replaced when the customer is erased, which ends the token. */
  visitorId: string;
}

const idBytes = 16;
const tagBytes = 16;
const tokenBytes = tagBytes + 2 * idBytes;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");
const uuidOf = (bytes: Buffer): string => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * Makes and reads tokens of status pages. A token is the encrypted ids of workspace and response behind a 128-bit tag (synthetic IV, after
 * RFC 5297), so that nothing has to be stored. The tag covers the visitor's id too.
 */
export function statusTokens(signingKey: string) {
  const tagKey = deriveKey(signingKey, "status-tag");
  const cipherKey = deriveKey(signingKey, "status-cipher");
  const tagOf = ({ workspaceId, responseId, visitorId }: StatusSubject): Buffer =>
    createHmac("sha256", tagKey)
      .update(Buffer.concat([bytesOf(workspaceId), bytesOf(responseId)]))
      .update(visitorId)
      .digest()
      .subarray(0, tagBytes);

  return {
    make(subject: StatusSubject): string {
      const tag = tagOf(subject);
      const cipher = createCipheriv("aes-256-ctr", cipherKey, tag);
      const ids = Buffer.concat([bytesOf(subject.workspaceId), bytesOf(subject.responseId)]);
      return Buffer.concat([tag, cipher.update(ids), cipher.final()]).toString("base64url");
    },
    /** The ids that a text of a token's form names; undefined for other texts. A forged token names random ids. */
    read(token: string): Pick<StatusSubject, "workspaceId" | "responseId"> | undefined {
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== tokenBytes || bytes.toString("base64url") !== token) return undefined;
      const decipher = createDecipheriv("aes-256-ctr", cipherKey, bytes.subarray(0, tagBytes));
      const ids = Buffer.concat([decipher.update(bytes.subarray(tagBytes)), decipher.final()]);
      return { workspaceId: uuidOf(ids.subarray(0, idBytes)), responseId: uuidOf(ids.subarray(idBytes)) };
    },
    /** True if the token was made for this response and its visitor. */
    isOf(token: string, subject: StatusSubject): boolean {
      return timingSafeEqual(Buffer.from(token, "base64url").subarray(0, tagBytes), tagOf(subject));
    },
  };
}
export type StatusTokens = ReturnType<typeof statusTokens>;
