import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { isOrigin } from "@offergraph/shared/schema/origin";
import type { KeyKind } from "./format.js";

/** A member's role in a workspace. */
export type Role = "OWNER" | "ADMIN" | "MEMBER";

/** The highest level that a key of such a member can have (api.md 5.9). */
export function roleCap(role: Role): AccessLevel {
  return role === "MEMBER" ? "WRITE" : "ADMIN";
}

/** What a key may do at this request: its own level, or what its creator's role still allows if that is less. */
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

/** Every rule that a new key of this creator would break, as sentences (api.md 5.3, 5.5, 5.9). */
export function faultsOf(key: NewKey, role: Role): string[] {
  const faults: string[] = [];
  if (!allows(roleCap(role), key.level)) faults.push(`A Member can create keys up to WRITE, not ${key.level}.`);
  if (key.kind === "PUBLISHABLE" && key.level !== "READ") faults.push(`A publishable key reads only: its level is READ, not ${key.level}.`);
  if (key.kind === "PUBLISHABLE" && key.connectionId !== undefined) faults.push("A key for one connection has to be a secret key.");
  if (key.kind === "SECRET" && key.origins.length > 0)
    faults.push("Allowed origins belong to publishable keys; a secret key never goes to a browser.");
  for (const origin of key.origins) {
    if (!isOrigin(origin))
      faults.push(`"${origin}" is not an origin: scheme, host and optional port, no path and no wildcard, e.g. https://shop.example.`);
  }
  return faults;
}
