import { type KeyKind, type Role, roleCap } from "@offergraph/shared/access/api-key";
import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import type { Violations } from "@offergraph/shared/errors/user-error";
import { isOrigin } from "@offergraph/shared/schema/origin";

export interface NewKey {
  name: string;
  kind: KeyKind;
  level: AccessLevel;
  origins: readonly string[];
  connectionId: string | null;
  limitPerMinute: number | null;
  persistedOnly: boolean;
  expiresAt: Date | null;
}

const originWords = "An origin has a scheme, a host, an optional port, and no path or wildcard, e.g. https://shop.example";

/** Adds an error for each rule that a new key violates. `role` is the creator's role. */
export function checkNewKey(key: NewKey, role: Role, now: Date, errors: Violations): void {
  const { kind, level, origins, connectionId, persistedOnly, expiresAt } = key;
  const add = (field: string, message: string) => errors.add(["input", field], "INVALID", message);
  if (!allows(roleCap(role), level))
    add("level", `A member with the role MEMBER cannot create a key of level ${level}. The maximum level is WRITE.`);
  if (kind === "PUBLISHABLE" && level !== "READ") add("level", `A publishable key must have the level READ, not ${level}.`);
  if (kind !== "SECRET" && connectionId !== null) add("connectionId", "A key that is restricted to a connection must be a secret key.");
  if (kind !== "PUBLISHABLE" && origins.length > 0)
    add("origins", "Only publishable keys can have allowed origins, because a secret key must not be used in a browser.");
  for (const [index, origin] of origins.entries())
    if (!isOrigin(origin)) errors.add(["input", "origins", index], "INVALID", `"${origin}" is not an origin. ${originWords}.`);
  if (persistedOnly && !canSendOperations(key))
    add("persistedOnly", "Only a secret key without a store connection can be restricted to persisted operations.");
  if (expiresAt !== null && expiresAt <= now) add("expiresAt", "expiresAt must be in the future.");
}

/** True for a secret key without a store connection. Publishable keys and connection keys cannot use /graphql/v1. */
export function canSendOperations({ kind, connectionId }: Pick<NewKey, "kind" | "connectionId">): boolean {
  return kind === "SECRET" && connectionId === null;
}

interface Lifetime {
  revokedAt: string | null;
  expiresAt: string | null;
}

export function stateOf(
  { revokedAt, expiresAt }: Lifetime,
  isCreatorMember: boolean,
  now: Date,
): "ACTIVE" | "EXPIRED" | "REVOKED" | "CREATOR_LEFT" {
  if (revokedAt !== null) return "REVOKED";
  if (!isCreatorMember) return "CREATOR_LEFT";
  return expiresAt !== null && new Date(expiresAt) <= now ? "EXPIRED" : "ACTIVE";
}
