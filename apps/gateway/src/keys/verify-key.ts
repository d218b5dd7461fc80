import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { isOrigin } from "@offergraph/shared/schema/origin";
import type { Key, Member } from "../generated/prisma/client.js";
import { RequestError } from "../pipeline/request-error.js";

export type Role = Member["role"];

/** A key and its creator's membership, read from the database for each request. */
export interface KeyRecord extends Pick<Key, "workspaceId" | "kind" | "level" | "origins" | "connectionId" | "limitPerMinute"> {
  keyId: string;
  memberId: string;
  isRevoked: boolean;
  role: Role;
  isMember: boolean;
}

/** Authenticated identity and permissions of a request. Only a connection key has a `connectionId`. */
export type Caller = Pick<KeyRecord, "keyId" | "workspaceId" | "memberId" | "level" | "limitPerMinute" | "connectionId">;

/** Checks in this order: the key exists and is not revoked, its creator is a member, connection keys are allowed, origin, kind. */
export function verifyKey(record: KeyRecord | undefined, origin: string | undefined, takesConnectionKeys = false): Caller {
  if (!record || record.isRevoked) throw invalidKey();
  if (!record.isMember)
    throw new RequestError("api_key_creator_not_member", "The member who created this API key has left the workspace.", {
      fix: "Ask a current member of the workspace to create a new key.",
    });
  if (record.connectionId !== null && !takesConnectionKeys)
    throw new RequestError("connection_key_not_supported", "This API key is restricted to one connection and is not allowed here.", {
      fix: "Use a secret key (sk_live_…) that is not restricted to a connection.",
    });
  if (record.kind === "PUBLISHABLE") rejectPublishable(record, origin);
  const { keyId, workspaceId, memberId, limitPerMinute, connectionId } = record;
  return { keyId, workspaceId, memberId, limitPerMinute, connectionId, level: effectiveLevel(record.level, record.role) };
}

/** Returns the same error for mistyped, unknown and revoked keys. */
export function invalidKey(): RequestError {
  return new RequestError(
    "api_key_invalid",
    "The API key is invalid. It may be mistyped, unknown or revoked.",
    { fix: "Check the key for missing characters, or create a new key with `offergraph key create`." },
    { "WWW-Authenticate": 'Bearer realm="offergraph", error="invalid_token"' },
  );
}

function rejectPublishable(record: KeyRecord, origin: string | undefined): never {
  if (origin !== undefined && !record.origins.includes(origin))
    throw new RequestError("origin_not_allowed", "This origin may not use this publishable key.", {
      fix: "Call from an allowed origin of the key, or create a new key with `offergraph key create --kind publishable --origin …`.",
    });
  throw new RequestError("secret_key_required", "Publishable keys (pk_live_…) are not allowed here.", {
    fix: "Call from your own server with a secret key in the header Authorization: Bearer sk_live_…",
  });
}

export function roleCap(role: Role): AccessLevel {
  return role === "MEMBER" ? "WRITE" : "ADMIN";
}

/** The key's level, capped by its creator's current role. */
export function effectiveLevel(level: AccessLevel, role: Role): AccessLevel {
  const cap = roleCap(role);
  return allows(cap, level) ? level : cap;
}

export type NewKey = Pick<Key, "kind" | "level" | "origins"> & { connectionId?: string | undefined };

/** Returns a message for each rule that a new key violates (api.md 5.3, 5.5, 5.9). */
export function newKeyIssues({ kind, level, origins, connectionId }: NewKey, role: Role): string[] {
  const issues: string[] = [];
  if (!allows(roleCap(role), level))
    issues.push(`A member with the role MEMBER cannot create a key of level ${level}. The maximum level is WRITE.`);
  if (kind === "PUBLISHABLE" && level !== "READ") issues.push(`A publishable key must have the level READ, not ${level}.`);
  if (kind === "PUBLISHABLE" && connectionId !== undefined) issues.push("A key that is restricted to a connection must be a secret key.");
  if (kind === "SECRET" && origins.length > 0)
    issues.push("Only publishable keys can have allowed origins; a secret key must not be used in a browser.");
  const explanation = "Use scheme, host and optional port, e.g. https://shop.example, without path or wildcard";
  for (const origin of origins) if (!isOrigin(origin)) issues.push(`"${origin}" is not an origin. ${explanation}.`);
  return issues;
}
