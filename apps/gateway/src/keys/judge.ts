import type { AccessLevel } from "@offergraph/shared/access/principal";
import { Refusal } from "../refusal.js";
import type { KeyKind } from "./format.js";
import { effectiveLevel, type Role } from "./rules.js";

/** A key and its creator, as they stand in the database at this request. */
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

/** On whose behalf a request is made, and how far it may go. */
export interface Caller {
  keyId: string;
  workspaceId: string;
  memberId: string;
  level: AccessLevel;
  limitPerMinute: number | null;
  /** The one connection that the key was created for. */
  connectionId: string | null;
}

/**
 * What is known of a key, held against the rules in the order of decisions.md 4:
 * known and not revoked → its creator is a member → not a connection key, where such are not taken → origin → kind. Throws a Refusal.
 * `origin`: the request's Origin header.
 */
export function judgeKey(record: KeyRecord | undefined, origin: string | undefined, takesConnectionKeys = false): Caller {
  if (!record || record.isRevoked) throw invalidKey();
  if (!record.isMember)
    throw new Refusal("api_key_creator_not_member", "The member who created this API key has left the workspace.", {
      fix: "Have a current member of the workspace create a new key.",
    });
  if (record.connectionId !== null && !takesConnectionKeys)
    throw new Refusal("connection_key_not_supported", "This API key was created for one connection and is not taken here.", {
      fix: "Use a secret key of the workspace (sk_live_…) that is not bound to a connection.",
    });
  if (record.kind === "PUBLISHABLE") refusePublishable(record, origin);
  const { keyId, workspaceId, memberId, limitPerMinute, connectionId } = record;
  return { keyId, workspaceId, memberId, limitPerMinute, connectionId, level: effectiveLevel(record.level, record.role) };
}

/** One answer for a mistyped, an unknown and a revoked key. */
export function invalidKey(): Refusal {
  return new Refusal(
    "api_key_invalid",
    "The API key is not valid: it is mistyped, unknown or revoked.",
    { fix: "Check the key for missing signs, or create a new one with: offergraph key create." },
    { "WWW-Authenticate": 'Bearer realm="offergraph", error="invalid_token"' },
  );
}

function refusePublishable(record: KeyRecord, origin: string | undefined): never {
  if (origin !== undefined && !record.origins.includes(origin))
    throw new Refusal("origin_not_allowed", "This publishable key may not be used from this origin.", {
      fix: "Call from an origin on the key's list, or create a key with this one: offergraph key create --kind publishable --origin …",
    });
  throw new Refusal("secret_key_required", "A publishable key (pk_live_…) is not taken here.", {
    fix: "Call from your own server with a secret key: Authorization: Bearer sk_live_…",
  });
}
