import type { Violations } from "@offergraph/shared/errors/user-error";
import { nameKey } from "@offergraph/shared/schema/name-key";
import type { Alias, Path } from "./fields.js";

/** A name of a discount code in its workspace's namespace, and the input path that a conflict is told at. */
export interface Name {
  key: string;
  name: string;
  kind: "CODE" | "ALIAS";
  aliasId: string | null;
  position: number;
  path: Path;
}

interface Named {
  code?: string | undefined;
  aliasedCodes?: readonly Alias[] | undefined;
}

/**
 * The names that a code will have. A name that stands twice among them is a violation: at the alias when this write gives the
 * aliases, else at the code, which then is what this write gives.
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
  if (!aliasesAreGiven) return "The discount code has this as an alias already.";
  return earlier.kind === "CODE"
    ? "An alias may not be the code itself, whatever the case."
    : "Another alias in the list is the same, whatever the case.";
}

/** A name that another discount code or a grant has. */
export function addTaken({ path }: Name, violations: Violations): void {
  if (!violations.has(path))
    violations.add(
      path,
      "TAKEN",
      "This is taken in the workspace, whatever the case: a code, an alias, or a code that was given to a customer.",
    );
}
