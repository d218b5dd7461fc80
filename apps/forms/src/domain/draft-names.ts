import type { Violations } from "@offergraph/shared/errors/user-error";
import { isObject, type Json } from "./draft-walk.js";
import type { Path } from "./fields.js";

/** Names are in lower case, because SurveyJS expressions ignore case. */
type Scope = Set<string>;

/**
 * Checks that names are unique within their scope. The pages of a form are one scope, and the questions and panels are another scope. Each
 * dynamic panel, matrix and multiple text has a scope of its own. Rejects names of Object.prototype's properties, which cannot be keys of
 * answers.
 */
export function checkNames(model: Json, path: Path, violations: Violations): void {
  const form: Scope = new Set();
  const pages: Scope = new Set();
  each(model.pages, [...path, "pages"], (page, at) => {
    take(page, at, pages, violations);
    checkElements(page, at, form, violations);
  });
  checkElements(model, path, form, violations);
}

function checkElements(container: Json, path: Path, scope: Scope, violations: Violations, keys = ["elements", "questions"]): void {
  for (const key of keys)
    each(container[key], [...path, key], (element, at) => {
      take(element, at, scope, violations);
      checkElements(element, at, scope, violations);
      checkInner(element, at, violations);
    });
}

function checkInner(element: Json, path: Path, violations: Violations): void {
  for (const key of ["templateElements", "detailElements"]) checkElements(element, path, new Set(), violations, [key]);
  for (const key of element.type === "multipletext" ? ["items"] : element.type === "matrix" ? [] : ["columns"]) {
    const scope: Scope = new Set();
    each(element[key], [...path, key], (member, at) => take(member, at, scope, violations));
  }
}

function take({ name }: Json, path: Path, scope: Scope, violations: Violations): void {
  if (typeof name !== "string") return;
  const at = [...path, "name"];
  if (name in {}) violations.add(at, "INVALID", "This name is not allowed, because every JavaScript object has a property with this name.");
  if (scope.has(name.toLowerCase())) violations.add(at, "TAKEN", `The name ${name} is already used. The comparison of names ignores case.`);
  scope.add(name.toLowerCase());
}

function each(list: unknown, path: Path, visit: (member: Json, path: Path) => void): void {
  if (Array.isArray(list))
    list.forEach((member, index) => {
      if (isObject(member)) visit(member, [...path, index]);
    });
}
