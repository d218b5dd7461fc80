import type { UserErrorCode, Violations } from "@offergraph/shared/errors/user-error";
import { JsonObject, SurveyModel } from "survey-core";
import { checkDraft } from "../../domain/draft.js";
import { checkNames } from "../../domain/draft-names.js";
import { isObject, type Json } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";
import { checkShape } from "./check-shape.js";
import { checkExpressions } from "./expressions.js";

/** Error codes for survey-core's errors, and the key concerned unless the error names one. */
const findings: Readonly<Record<string, { code: UserErrorCode; key?: string }>> = {
  unknownproperty: { code: "UNKNOWN_FIELD" },
  requiredproperty: { code: "REQUIRED" },
  missingtypeproperty: { code: "REQUIRED", key: "type" },
  incorrecttypeproperty: { code: "INVALID", key: "type" },
  arrayproperty: { code: "INVALID" },
};

/**
 * Checks a SurveyJS model: survey-core's own errors (unknown properties and types, missing properties), duplicate names, expressions that
 * do not parse, and content that could harm the page or the server. Violations carry the path within the model.
 */
export function checkModel(payload: Json, path: Path, violations: Violations): void {
  // A copy, because invalid expressions are removed from it.
  const model = structuredClone(payload);
  const paths = pathsOf(model, path);
  checkNames(model, path, violations);
  checkDraft(model, path, violations);
  // A model that is too large would take too long to check.
  if (isTooLarge(violations)) return;
  checkExpressions(model, path, violations);
  if (isTooLarge(violations)) return;
  checkShape(model, path, violations);
  // SurveyJS throws on some wrong shapes and coerces others.
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

/** Path of each object of a model. */
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
