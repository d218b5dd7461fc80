import { type AccessLevel, allows } from "./principal.js";

const levels = ["READ", "WRITE", "ADMIN"] as const satisfies readonly AccessLevel[];

const scopeOf = (level: AccessLevel) => level.toLowerCase();

/** The OAuth scopes of an access level and of the lower levels, for example "read write" for WRITE. */
export function scopesUpTo(level: AccessLevel): string {
  return levels
    .filter((one) => allows(level, one))
    .map(scopeOf)
    .join(" ");
}

/** Returns the highest access level in a list of OAuth scopes. Returns undefined if the list is empty or has an unknown scope. */
export function levelOfScopes(text: string): AccessLevel | undefined {
  const scopes = text.split(" ").filter((scope) => scope !== "");
  if (!scopes.every((scope) => levels.some((level) => scopeOf(level) === scope))) return undefined;
  return levels.findLast((level) => scopes.includes(scopeOf(level)));
}
