import type { Issue, Place } from "../project/diagnose-nulls.js";
import { type ErrorCause, internal } from "./errors.js";
import { failureOf, isDeleted } from "./failures.js";
import type { Run } from "./run.js";

/** Returns the error for a missing or invalid value. Returns undefined if null is valid or already has an error. */
export function causeOf(issue: Issue, run: Run, isExplained: () => boolean): ErrorCause | undefined {
  const { kind, field, ownerMayBeNull } = issue;
  const name = `${field.parent}.${field.name}`;
  const isMissing = kind === "missing" || kind === "missingNonNull";
  if (isMissing) {
    const failure = search(issue, (owner, path) => failureOf(run, owner, path));
    if (failure) return failure;
    const isOfDeleted = search(issue, (owner, path) => isDeleted(run, owner, path) || undefined) ?? false;
    // A deleted record needs an error only if its parent also becomes null.
    if (isOfDeleted && (kind === "missing" || ownerMayBeNull)) return undefined;
  }
  const untyped = issue.untyped && failureOf(run, issue.untyped, ["__typename"]);
  if (untyped) return untyped;
  if (isExplained()) return undefined;
  if (kind === "invalid") return { code: internal.code, message: `The value of ${name} does not match its type.` };
  if (kind === "missing") return { code: internal.code, message: `The service returned no value for ${name}.` };
  return { code: internal.code, message: `Cannot return null for non-nullable field ${name}.` };
}

/**
 * Calls `find` for each object that contains a missing value, from the innermost object outwards, with the path from the object to the
 * value. A failed fetch for any of the containing objects can be the reason why the value is missing.
 */
function search<Found>(issue: Place, find: (owner: object, path: readonly string[]) => Found | undefined): Found | undefined {
  const path: string[] = [];
  for (let place: Place | undefined = issue; place; place = place.above) {
    path.unshift(place.field.source);
    const found = find(place.owner, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
