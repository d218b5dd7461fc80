import type { Violations } from "@offergraph/shared/errors/user-error";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { newId } from "@offergraph/shared/time/ids";
import type { AliasedCodeInput } from "../generated/types.js";
import type { Alias, Path } from "./fields.js";

export type OwnAlias = Alias;

/** Returns the aliases of a body, each with its given, current or a new id. A duplicate id is a violation. */
export function readAliases(
  given: readonly AliasedCodeInput[],
  { path, ownAliases, violations }: { path: Path; ownAliases: readonly OwnAlias[]; violations: Violations },
): Alias[] {
  const own = new Map(ownAliases.map(({ id, code }) => [nameKey(code), id]));
  const ids = new Set<string>();
  const at = (position: number) => [...path, "aliased_codes", position, "id"];
  given.forEach(({ id }, position) => {
    if (id === null) violations.add(at(position), "REQUIRED", "id must not be null; omit it to have one generated.");
    if (typeof id !== "string") return;
    if (ids.has(id)) violations.add(at(position), "TAKEN", "Another alias in the list has this id.");
    ids.add(id);
  });
  const idOf = (code: string): string => {
    const known = own.get(nameKey(code));
    return known === undefined || ids.has(known) ? newId() : known;
  };
  return given.map(({ id, code }) => ({ id: id ?? idOf(code), code }));
}
