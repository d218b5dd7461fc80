import type { Violations } from "@offergraph/shared/errors/user-error";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { newId } from "@offergraph/shared/time/ids";
import type { AliasedCodeInput } from "../generated/types.js";
import type { Alias, Patch, Path } from "./fields.js";

/** A code or alias in the workspace's namespace. `path` is the input path for errors about the name. */
export interface Name {
  key: string;
  name: string;
  kind: "CODE" | "ALIAS";
  aliasId: string | null;
  position: number;
  path: Path;
}

type Named = Pick<Patch, "code" | "aliasedCodes">;

/**
 * Returns the code and aliases of a new or changed discount code. Adds a violation for each duplicate. The violation is at the alias if the
 * client sent aliases, otherwise at the code.
 */
export function namesOf({ code, aliasedCodes = [] }: Named, supplied: Named, path: Path, violations: Violations): Name[] {
  const names = new Map<string, Name>();
  const codePath = [...path, "code"];
  if (code !== undefined)
    names.set(nameKey(code), { key: nameKey(code), name: code, kind: "CODE", aliasId: null, position: 0, path: codePath });
  aliasedCodes.forEach((alias, position) => {
    const key = nameKey(alias.code);
    const aliasPath = supplied.aliasedCodes ? [...path, "aliased_codes", position, "code"] : codePath;
    const earlier = names.get(key);
    if (!earlier) names.set(key, { key, name: alias.code, kind: "ALIAS", aliasId: alias.id, position, path: aliasPath });
    else if (!violations.has(aliasPath)) violations.add(aliasPath, "TAKEN", clash(earlier, supplied.aliasedCodes !== undefined));
  });
  return [...names.values()];
}

function clash(earlier: Name, aliasesAreGiven: boolean): string {
  if (!aliasesAreGiven) return "The discount code already has this alias.";
  return earlier.kind === "CODE"
    ? "An alias must differ from the code (case is ignored)."
    : "The list contains this alias more than once (case is ignored).";
}

export function addTaken({ path }: Name, violations: Violations): void {
  if (!violations.has(path))
    violations.add(path, "TAKEN", "This workspace already has a discount code, alias or minted code with this text (case is ignored).");
}

/**
 * Returns the aliases of a body. An alias without an id in the body keeps its current id or gets a new id. Adds a violation for a duplicate
 * id.
 */
export function readAliases(
  given: readonly AliasedCodeInput[],
  { path, ownAliases, violations }: { path: Path; ownAliases: readonly Alias[]; violations: Violations },
): Alias[] {
  const own = new Map(ownAliases.map(({ id, code }) => [nameKey(code), id]));
  const ids = new Set<string>();
  const at = (position: number) => [...path, "aliased_codes", position, "id"];
  given.forEach(({ id }, position) => {
    if (id === null) violations.add(at(position), "REQUIRED", "`id` must not be null. Omit the field to get a generated id.");
    if (typeof id !== "string") return;
    if (ids.has(id)) violations.add(at(position), "TAKEN", "Another alias in the list has the same id.");
    ids.add(id);
  });
  const idOf = (code: string): string => {
    const known = own.get(nameKey(code));
    return known === undefined || ids.has(known) ? newId() : known;
  };
  return given.map(({ id, code }) => ({ id: id ?? idOf(code), code }));
}

export function readCodeRef(ref: Ref): { id: string } | { key: string } {
  const { id, name } = readRef(ref);
  return id === undefined ? { key: nameKey(name) } : { id };
}
