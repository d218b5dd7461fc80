import type { UserErrorCode, Violations } from "@offergraph/shared/errors/user-error";
import { JsonObject, SurveyModel } from "survey-core";
import { checkDraft } from "../domain/draft.js";
import { checkNames } from "../domain/draft-names.js";
import { isObject, type Json } from "../domain/draft-walk.js";
import type { Path } from "../domain/fields.js";
import { checkShape } from "./check-shape.js";
import { checkExpressions } from "./expressions.js";

/** What survey-core's findings are here, and the key that each is about unless it names another. */
const findings: Readonly<Record<string, { code: UserErrorCode; key?: string }>> = {
  unknownproperty: { code: "UNKNOWN_FIELD" },
  requiredproperty: { code: "REQUIRED" },
  missingtypeproperty: { code: "REQUIRED", key: "type" },
  incorrecttypeproperty: { code: "INVALID", key: "type" },
  arrayproperty: { code: "INVALID" },
};

/**
 * Holds a SurveyJS model to what a form can be: what survey-core itself says of it (unknown properties and types, what is missing),
 * names that are given twice, expressions that cannot be read, and what could harm the page or the server that reads it.
 * Adds every violation with its path into the model.
 */
export function checkModel(payload: Json, path: Path, violations: Violations): void {
  // A copy: expressions that cannot be read are taken out of it.
  const model = structuredClone(payload);
  const paths = pathsOf(model, path);
  checkNames(model, path, violations);
  checkDraft(model, path, violations);
  // What is too large takes too long to read.
  if (isTooLarge(violations)) return;
  checkExpressions(model, path, violations);
  if (isTooLarge(violations)) return;
  checkShape(model, path, violations);
  // SurveyJS throws at wrong shapes, and coerces others.
  if (violations.any) return;
  checkWithSurveyCore(model, paths, path, violations);
}

const isTooLarge = (violations: Violations) =>
  violations.list.some(({ code }) => code === "TOO_LONG" || code === "LIMIT_EXCEEDED" || code === "OUT_OF_RANGE");

function checkWithSurveyCore(model: Json, paths: ReadonlyMap<unknown, Path>, path: Path, violations: Violations): void {
  const reader = new JsonObject();
  try {
    reader.toObject(model, new SurveyModel());
  } catch {
    if (!violations.has(path)) violations.add(path, "INVALID", "SurveyJS cannot read this model.");
    return;
  }
  for (const error of reader.errors) {
    const { code, key = (error as { propertyName?: string }).propertyName } = findings[error.type] ?? { code: "INVALID" };
    const at = paths.get(error.jsonObj) ?? path;
    violations.add(key === undefined ? at : [...at, key], code, error.message);
  }
}

/** Where every object of a model stands in it. */
function pathsOf(model: Json, path: Path): Map<unknown, Path> {
  const paths = new Map<unknown, Path>([[model, path]]);
  const walk = (value: unknown, at: Path) => {
    const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
    for (const [key, member] of members) {
      const below = [...at, key];
      if (isObject(member)) paths.set(member, below);
      walk(member, below);
    }
  };
  walk(model, path);
  return paths;
}
