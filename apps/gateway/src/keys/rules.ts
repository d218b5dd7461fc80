import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { isOrigin } from "@offergraph/shared/schema/origin";
import type { KeyKind } from "./format.js";

/** A member's role in a workspace. */
export type Role = "OWNER" | "ADMIN" | "MEMBER";

/** Maximum key level of a role (api.md 5.9). */
export function roleCap(role: Role): AccessLevel {
  return role === "MEMBER" ? "WRITE" : "ADMIN";
}

/** The key's level, capped by its creator's current role. */
export function effectiveLevel(level: AccessLevel, role: Role): AccessLevel {
  const cap = roleCap(role);
  return allows(cap, level) ? level : cap;
}

export interface NewKey {
  kind: KeyKind;
  level: AccessLevel;
  origins: readonly string[];
  connectionId: string | undefined;
}

/** Returns a message for each rule that a new key violates (api.md 5.3, 5.5, 5.9). */
export function faultsOf(key: NewKey, role: Role): string[] {
  const faults: string[] = [];
  if (!allows(roleCap(role), key.level)) faults.push(`A Member can create keys up to WRITE, not ${key.level}.`);
  if (key.kind === "PUBLISHABLE" && key.level !== "READ") faults.push(`A publishable key must have the level READ, not ${key.level}.`);
  if (key.kind === "PUBLISHABLE" && key.connectionId !== undefined) faults.push("A connection key must be a secret key.");
  if (key.kind === "SECRET" && key.origins.length > 0)
    faults.push("Only publishable keys can have allowed origins; a secret key must not be used in a browser.");
  for (const origin of key.origins) {
    if (!isOrigin(origin))
      faults.push(`"${origin}" is not an origin: use scheme, host and optional port, without path or wildcard, e.g. https://shop.example.`);
  }
  return faults;
}
