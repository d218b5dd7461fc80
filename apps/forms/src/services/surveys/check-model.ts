import type { UserErrorCode, Violations } from "@offergraph/shared/errors/user-error";
import { ConditionsParser, JsonObject, Serializer, SurveyModel } from "survey-core";
import { checkDraft } from "../../domain/draft.js";
import { checkNames } from "../../domain/draft-names.js";
import { isObject, type Json, walkModel } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";
import { checkShape } from "./check-shape.js";

/** Maps survey-core's error types to our error codes. `key` names the invalid property for errors in which survey-core omits the name. */
const findings: Readonly<Record<string, { code: UserErrorCode; key?: string }>> = {
  unknownproperty: { code: "UNKNOWN_FIELD" },
  requiredproperty: { code: "REQUIRED" },
  missingtypeproperty: { code: "REQUIRED", key: "type" },
  incorrecttypeproperty: { code: "INVALID", key: "type" },
  arrayproperty: { code: "INVALID" },
};

/** Checks that a SurveyJS model is valid and cannot harm the page or the server. Adds each violation with its path. */
export function checkModel(payload: Json, path: Path, violations: Violations): void {
  // Copies the payload because checkExpressions removes invalid expressions.
  const model = structuredClone(payload);
  checkNames(model, path, violations);
  checkDraft(model, path, violations);
  // Skips further checks of a model that is too large, because checks would take too long.
  if (isTooLarge(violations)) return;
  checkExpressions(model, path, violations);
  if (isTooLarge(violations)) return;
  checkShape(model, path, violations);
  // survey-core throws on some wrong types and converts others, so checkShape must succeed first.
  if (!violations.any) checkWithSurveyCore(model, path, violations);
}

const isTooLarge = (violations: Violations) =>
  violations.list.some(({ code }) => code === "TOO_LONG" || code === "LIMIT_EXCEEDED" || code === "OUT_OF_RANGE");

function checkWithSurveyCore(model: Json, path: Path, violations: Violations): void {
  const reader = new JsonObject();
  const paths = pathsOf(model, path);
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

const maxExpressionLength = 4000;
const maxExpressions = 500;

export const expressionKeys: ReadonlySet<string> = new Set(["condition", "expression"].flatMap((type) => propertiesOfType(type)));

export function propertiesOfType(type: string): string[] {
  const all = Serializer.getAllClasses().flatMap((name) => Serializer.getProperties(name));
  return [...new Set(all.filter((property) => property.type === type).map(({ name }) => name))];
}

/** Checks the expressions of a model. Adds a violation for each invalid expression and removes the expression from the model. */
function checkExpressions(model: Json, path: Path, violations: Violations): void {
  let found = 0;
  walkModel(model, path, (object, key, at) => {
    const value = object[key];
    if (!expressionKeys.has(key) || value === "") return;
    found += 1;
    if (found > maxExpressions) return;
    const wrong = whatIsWrong(value);
    if (wrong === undefined) return;
    violations.add(at, "INVALID", wrong);
    delete object[key];
  });
  if (found > maxExpressions)
    violations.add(path, "LIMIT_EXCEEDED", `A form must have at most ${maxExpressions} expressions, but this form has ${found}.`);
}

function whatIsWrong(value: unknown): string | undefined {
  if (typeof value !== "string") return "An expression must be a string.";
  if (value.length > maxExpressionLength) return `An expression must be at most ${maxExpressionLength} characters.`;
  return new ConditionsParser().parseExpression(value) ? undefined : "SurveyJS cannot parse this expression.";
}
