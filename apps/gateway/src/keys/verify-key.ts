import { effectiveLevel, type KeyKind, type Role } from "@offergraph/shared/access/api-key";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { RequestError } from "../pipeline/request-error.js";

/** A row of the view `credential_lookups`: an API key or access token with its creator's membership. */
export interface KeyRecord {
  keyId: string;
  workspaceId: string;
  memberId: string;
  kind: KeyKind;
  level: AccessLevel;
  /** The origins whose web pages may use a publishable key. */
  origins: readonly string[];
  connectionId: string | null;
  limitPerMinute: number | null;
  expiresAt: Date | null;
  isRevoked: boolean;
  role: Role;
  isMember: boolean;
  isTest: boolean;
  isPersistedOnly: boolean;
}

/** Authenticated identity and permissions of a request. `connectionId` is set only for the key of a store connection. */
export interface Caller
  extends Pick<
    KeyRecord,
    "keyId" | "workspaceId" | "memberId" | "level" | "limitPerMinute" | "connectionId" | "isTest" | "isPersistedOnly"
  > {
  /** True if the key was issued for a member's session (kind SESSION). */
  isSession: boolean;
  /** True for an access token of an app that a member connected with OAuth (kind APP). */
  isApp: boolean;
}

export interface KeyUse {
  /** The Origin header. */
  origin: string | undefined;
  now: Date;
  takesConnectionKeys?: boolean;
  takesAccessTokens?: boolean;
  takesPersistedOnlyKeys?: boolean;
}

/** Returns the caller, or throws the error of the first failed check. */
export function verifyKey(
  record: KeyRecord | undefined,
  { origin, now, takesConnectionKeys = false, takesAccessTokens = false, takesPersistedOnlyKeys = false }: KeyUse,
): Caller {
  if (!record || record.isRevoked || (record.expiresAt !== null && record.expiresAt <= now)) throw invalidKey();
  if (record.kind === "APP" && !takesAccessTokens) throw otherAudience();
  if (!record.isMember)
    throw new RequestError("api_key_creator_not_member", "The member who created this API key has left the workspace.", {
      fix: "Ask a current member of the workspace to create a new key.",
    });
  if (record.connectionId !== null && !takesConnectionKeys)
    throw new RequestError("connection_key_not_supported", "This key belongs to a store connection and is valid only for ingest.", {
      fix: "Use a secret key (sk_live_…) that does not belong to a store connection.",
    });
  if (record.kind === "PUBLISHABLE") rejectPublishable(record, origin);
  if (record.isPersistedOnly && !takesPersistedOnlyKeys)
    throw new RequestError("persisted_operation_required", "This API key can send only persisted operations, and only to /graphql/v1.", {
      fix: "Send a persisted operation to /graphql/v1, or use a key without `persistedOnly`.",
    });
  const { keyId, workspaceId, memberId, limitPerMinute, connectionId, isTest, isPersistedOnly, kind, level, role } = record;
  const [isSession, isApp] = [kind === "SESSION", kind === "APP"];
  const identity = { keyId, workspaceId, memberId, connectionId, level: effectiveLevel(level, role) };
  return { ...identity, limitPerMinute, isTest, isPersistedOnly, isSession, isApp };
}

const challenge = { "WWW-Authenticate": 'Bearer realm="offergraph", error="invalid_token"' };

/** All invalid keys get the same error, so that the error does not reveal which keys exist. */
export function invalidKey(): RequestError {
  return new RequestError(
    "api_key_invalid",
    "The API key is invalid. The key may be mistyped, unknown, expired or revoked.",
    { fix: "Check the key for missing characters, or create a new key with `create_api_key`." },
    challenge,
  );
}

/** An access token is valid only for its audience, `/mcp` (RFC 8707). */
function otherAudience(): RequestError {
  const fix = "Send requests with this token to /mcp, or create an API key with `create_api_key`.";
  return new RequestError("api_key_invalid", "OAuth access tokens are valid only for /mcp.", { fix }, challenge);
}

function rejectPublishable(record: KeyRecord, origin: string | undefined): never {
  if (origin !== undefined && !record.origins.includes(origin))
    throw new RequestError("origin_not_allowed", "This publishable key does not allow this origin.", {
      fix: "Call from an origin that the key allows, or use `create_api_key` to create a publishable key that allows this origin.",
    });
  throw new RequestError("secret_key_required", "This API does not accept publishable keys (pk_live_…).", {
    fix: "Call from your own server with a secret key in the header Authorization: Bearer sk_live_…",
  });
}
