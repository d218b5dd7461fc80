import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@offergraph/shared/access/principal";
import type { CollectedRow } from "../../db/responses.js";
import { type GrantView, hasOpenGrant } from "../../domain/grant-view.js";

interface StatusSubject {
  workspaceId: string;
  responseId: string;
  /** The token's hash is computed from the visitorId. Erasing the customer changes the visitorId, so the token becomes invalid. */
  visitorId: string;
}

const idBytes = 16;
const tagBytes = 16;
const tokenBytes = tagBytes + 2 * idBytes;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");
const uuidOf = (bytes: Buffer): string => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * Creates and reads the tokens in the URLs of status pages. A token is a 128-bit keyed hash (the tag), followed by the encrypted ids. As in
 * RFC 5297, the tag is also the IV of the encryption.
 */
export function statusTokens(signingKey: string) {
  const tagKey = deriveKey(signingKey, "status-tag");
  const cipherKey = deriveKey(signingKey, "status-cipher");
  const idsOf = ({ workspaceId, responseId }: StatusSubject) => Buffer.concat([bytesOf(workspaceId), bytesOf(responseId)]);
  const tagOf = (subject: StatusSubject) =>
    createHmac("sha256", tagKey).update(idsOf(subject)).update(subject.visitorId).digest().subarray(0, tagBytes);

  return {
    make(subject: StatusSubject): string {
      const tag = tagOf(subject);
      const cipher = createCipheriv("aes-256-ctr", cipherKey, tag);
      return Buffer.concat([tag, cipher.update(idsOf(subject)), cipher.final()]).toString("base64url");
    },
    /** Decrypts the ids; undefined if the format is invalid. Forged tokens contain random ids, so check the token with `isOf`. */
    read(token: string): Pick<StatusSubject, "workspaceId" | "responseId"> | undefined {
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== tokenBytes || bytes.toString("base64url") !== token) return undefined;
      const decipher = createDecipheriv("aes-256-ctr", cipherKey, bytes.subarray(0, tagBytes));
      const ids = Buffer.concat([decipher.update(bytes.subarray(tagBytes)), decipher.final()]);
      return { workspaceId: uuidOf(ids.subarray(0, idBytes)), responseId: uuidOf(ids.subarray(idBytes)) };
    },
    /** Checks the tag. Returns true if the token belongs to the response and the visitor. */
    isOf: (token: string, subject: StatusSubject) => timingSafeEqual(Buffer.from(token, "base64url").subarray(0, tagBytes), tagOf(subject)),
  };
}
export type StatusTokens = ReturnType<typeof statusTokens>;

type Subject = Pick<CollectedRow, "rowId" | "workspaceId" | "visitorId">;

/** Returns true if the response's customer was erased. The erasure sets visitorId to rowId. */
export const isErased = ({ rowId, visitorId }: Pick<Subject, "rowId" | "visitorId">): boolean => visitorId.toLowerCase() === rowId;

/**
 * Returns the URL of a response's status page. Returns undefined if no grant of the response can still be issued, or if the customer was
 * erased.
 */
export function statusUrlOf(
  { publicUrl, statusTokens }: { publicUrl: string; statusTokens: StatusTokens },
  response: Subject,
  grants: readonly GrantView[],
): string | undefined {
  if (!hasOpenGrant(grants) || isErased(response)) return undefined;
  const { workspaceId, rowId: responseId, visitorId } = response;
  return `${publicUrl}/g/${statusTokens.make({ workspaceId, responseId, visitorId })}`;
}
