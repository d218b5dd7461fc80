import type { Violations } from "@offergraph/shared/errors/user-error";
import { ConditionsParser, Serializer } from "survey-core";
import { type Json, walkModel } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";

const longest = 4000;
/** Each answer may trigger all of them. */
export const maxExpressions = 500;

/** Names of all properties that survey-core reads as expressions, on any class. */
export const expressionKeys: ReadonlySet<string> = new Set(["condition", "expression"].flatMap((type) => propertiesOfType(type)));

/** Names of all survey-core properties of a type. */
export function propertiesOfType(type: string): string[] {
  const all = Serializer.getAllClasses().flatMap((name) => Serializer.getProperties(name));
  return [...new Set(all.filter((property) => property.type === type).map(({ name }) => name))];
}

/** Checks each expression of a model. Adds a violation for one that does not parse, and removes it from the model. */
export function checkExpressions(model: Json, path: Path, violations: Violations): void {
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
    violations.add(path, "LIMIT_EXCEEDED", `A form must have at most ${maxExpressions} expressions; this one has ${found}.`);
}

function whatIsWrong(value: unknown): string | undefined {
  if (typeof value !== "string") return "An expression must be a string.";
  if (value.length > longest) return `An expression must be at most ${longest} characters.`;
  const parsed = new ConditionsParser().parseExpression(value);
  if (!parsed) return "SurveyJS cannot parse this expression.";
  return undefined;
}
