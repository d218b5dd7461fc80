import type { AccessLevel } from "@offergraph/shared/access/principal";
import { RequestError } from "../pipeline/request-error.js";
import type { KeyKind } from "./format.js";
import { effectiveLevel, type Role } from "./rules.js";

/** A key and its creator's membership, read from the database for each request. */
export interface KeyRecord {
  keyId: string;
  workspaceId: string;
  memberId: string;
  kind: KeyKind;
  level: AccessLevel;
  origins: readonly string[];
  connectionId: string | null;
  limitPerMinute: number | null;
  isRevoked: boolean;
  role: Role;
  isMember: boolean;
}

/** Authenticated identity and permissions of a request. */
export interface Caller {
  keyId: string;
  workspaceId: string;
  memberId: string;
  level: AccessLevel;
  limitPerMinute: number | null;
  /** Connection of a connection key. */
  connectionId: string | null;
}

/**
 * Verifies a key, in this order: known and not revoked → creator is a member → no connection key, unless
 * takesConnectionKeys → origin → kind. Throws RequestError.
 * @param origin the request's Origin header
 */
export function verifyKey(record: KeyRecord | undefined, origin: string | undefined, takesConnectionKeys = false): Caller {
  if (!record || record.isRevoked) throw invalidKey();
  if (!record.isMember)
    throw new RequestError("api_key_creator_not_member", "The member who created this API key has left the workspace.", {
      fix: "Have a current member of the workspace create a new key.",
    });
  if (record.connectionId !== null && !takesConnectionKeys)
    throw new RequestError("connection_key_not_supported", "This API key is restricted to one connection and not allowed here.", {
      fix: "Use a secret key (sk_live_…) that is not restricted to a connection.",
    });
  if (record.kind === "PUBLISHABLE") refusePublishable(record, origin);
  const { keyId, workspaceId, memberId, limitPerMinute, connectionId } = record;
  return { keyId, workspaceId, memberId, limitPerMinute, connectionId, level: effectiveLevel(record.level, record.role) };
}

/** Error for mistyped, unknown and revoked keys alike. */
export function invalidKey(): RequestError {
  return new RequestError(
    "api_key_invalid",
    "The API key is invalid: mistyped, unknown or revoked.",
    { fix: "Check the key for missing characters, or create a new one: offergraph key create." },
    { "WWW-Authenticate": 'Bearer realm="offergraph", error="invalid_token"' },
  );
}

function refusePublishable(record: KeyRecord, origin: string | undefined): never {
  if (origin !== undefined && !record.origins.includes(origin))
    throw new RequestError("origin_not_allowed", "This origin may not use this publishable key.", {
      fix: "Call from an allowed origin of the key, or create a key for this origin: offergraph key create --kind publishable --origin …",
    });
  throw new RequestError("secret_key_required", "Publishable keys (pk_live_…) are not allowed here.", {
    fix: "Call from your own server with a secret key: Authorization: Bearer sk_live_…",
  });
}
