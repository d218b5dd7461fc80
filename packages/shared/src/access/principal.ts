import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { PublicError } from "../errors/public-error.js";

/** What a key may do; each level includes the one before (api.md 5.8). */
export type AccessLevel = "READ" | "WRITE" | "ADMIN";

/** On whose behalf a request reaches a subgraph. The gateway signs it, subgraphs believe nothing else. */
export interface Principal {
  workspaceId: string;
  memberId: string;
  keyId: string;
  level: AccessLevel;
  requestId: string;
  /** The one connection that the key was created for; such keys come to paths beside GraphQL only. */
  connectionId?: string;
}

export const principalHeader = "x-offergraph-principal";
const lifetimeMs = 30_000;
const rank: Record<AccessLevel, number> = { READ: 0, WRITE: 1, ADMIN: 2 };

/** Whether a key of level `held` may use what asks for level `needed`. */
export function allows(held: AccessLevel, needed: AccessLevel): boolean {
  return rank[held] >= rank[needed];
}

/**
 * Derives a key for one purpose from the signing key that gateway and subgraphs share (HKDF-SHA256, RFC 5869),
 * so that cursors, principals and replies are never signed with the same bytes.
 */
export function deriveKey(signingKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", signingKey, "", `offergraph:${purpose}`, 32));
}

/** Makes the functions that sign and verify a principal for 30 s (HMAC-SHA256, RFC 2104). `now`: milliseconds since the epoch. */
export function principalSigner(signingKey: string) {
  return signed<Principal>(deriveKey(signingKey, "principal"));
}

/** Signs and verifies what the gateway says of a request to a service, with the key of this purpose. */
export function signed<Payload extends object>(key: Buffer) {
  const mac = (payload: string) => createHmac("sha256", key).update(payload).digest();
  return {
    /** The header's value for this payload. */
    sign(said: Payload, now: number): string {
      const payload = Buffer.from(JSON.stringify({ ...said, expires: now + lifetimeMs })).toString("base64url");
      return `${payload}.${mac(payload).toString("base64url")}`;
    },
    /** The payload of a header's value; throws PublicError PRINCIPAL_INVALID when it is absent, forged or expired. */
    verify(header: string | undefined, now: number): Payload {
      const [payload, signature, rest] = (header ?? "").split(".");
      const given = Buffer.from(signature ?? "", "base64url");
      const wanted = mac(payload ?? "");
      if (!payload || rest !== undefined || given.length !== wanted.length || !timingSafeEqual(given, wanted))
        throw new PublicError("PRINCIPAL_INVALID", "This service takes requests from its gateway only.");
      const { expires, ...said } = JSON.parse(Buffer.from(payload, "base64url").toString()) as Payload & { expires?: unknown };
      if (typeof expires !== "number" || expires < now)
        throw new PublicError("PRINCIPAL_INVALID", "The signed identity has expired, or has no end.");
      return said as unknown as Payload;
    },
  };
}
