import type { JsonObjectProperty } from "survey-core";
import { isObject } from "../../domain/draft-walk.js";
import { choicesOfProperty } from "./metadata.js";

/** Language codes of SurveyJS that are not valid BCP 47 language tags. */
const ownCodes: ReadonlySet<string> = new Set(["default", "mm", "tel", "ua", "cz", "gr"]);

const languageNames = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** Returns true for a language tag such as `de` or `pt-br`. Also returns true for SurveyJS's own codes, such as `default`. */
export function isLanguage(code: string): boolean {
  if (ownCodes.has(code)) return true;
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(code)) return false;
  try {
    return languageNames.of(code) !== undefined;
  } catch {
    return false;
  }
}

export interface Rule {
  allowed: string;
  isRight(value: unknown): boolean;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isScalar = (value: unknown) => isText(value) || isNumber(value) || typeof value === "boolean";

const text: Rule = { allowed: "a string", isRight: isText };
const scalar: Rule = { allowed: "a string, a number, true or false", isRight: isScalar };
const anything: Rule = { allowed: "any JSON", isRight: () => true };
const truth: Rule = { allowed: "true or false", isRight: (value) => typeof value === "boolean" };
const number: Rule = { allowed: "a number", isRight: isNumber };
const names: Rule = { allowed: "a list of names", isRight: (value) => Array.isArray(value) && value.every(isText) };
const color: Rule = {
  allowed: "a CSS color such as #1ab394 or rgba(26, 179, 148, 0.5)",
  isRight: (value) => isText(value) && value.length <= 100 && /^[#\w(),.%\s/-]*$/.test(value),
};
const bindings: Rule = {
  allowed: "an object with property names as keys and question names as values",
  isRight: (value) => isObject(value) && Object.values(value).every(isText),
};
const language: Rule = {
  allowed: "a language code such as en, de or pt-br",
  isRight: (value) => isText(value) && (value === "" || isLanguage(value)),
};
const autocomplete: Rule = {
  allowed: "a value of the HTML autocomplete attribute",
  isRight: (value) => isText(value) && /^[a-z0-9 -]*$/.test(value),
};

/** Rules for property values, by property type in SurveyJS's metadata. check-shape.ts checks lists of objects and localizable texts. */
const typesByRule: readonly [Rule, string[]][] = [
  [scalar, ["string", "datetime"]],
  [text, ["text", "html", "file", "condition", "expression", "question", "questionvalue", "question_carryforward"]],
  [color, ["color"]],
  [truth, ["boolean", "switch"]],
  [number, ["number", "responsiveImageSize"]],
  [names, ["pages", "questions"]],
  [bindings, ["bindings"]],
  // `restfull` accepts anything, because domain/draft.ts rejects the properties of this type.
  [anything, ["value", "rowvalue", "panelvalue", "triggervalue", "restfull"]],
];
const byType = new Map(typesByRule.flatMap(([rule, types]) => types.map((type) => [type, rule] as const)));

const onlyOf = (...values: readonly unknown[]): Rule => ({
  allowed: `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`,
  isRight: (value) => values.includes(value),
});

const byName: Readonly<Record<string, Rule>> = {
  name: text,
  valueName: text,
  navigateToUrl: text,
  locale: language,
  autocomplete,
  // The form's page contains code for only these values of `renderAs`.
  renderAs: onlyOf("default", "select", "checkbox", "radio", "dropdown"),
};

/** Property values from earlier SurveyJS versions that the installed version still accepts. */
const legacyValues: Readonly<Record<string, readonly unknown[]>> = {
  showProgressBar: [..."off auto aboveheader aboveHeader belowheader belowHeader top bottom both topbottom topBottom".split(" ")],
  showNavigationButtons: ["none", "top", "bottom", "both", "topBottom", "inherit", "show", "hide"],
  autoAdvanceEnabled: ["autogonext"],
  showPreviewBeforeComplete: ["noPreview", "showAllQuestions", "showAnsweredQuestions"],
  showQuestionNumbers: ["onpage"],
  progressBarType: ["buttons"],
  progressBarLocation: ["aboveHeader", "belowHeader", "topBottom"],
  timerInfoMode: ["all"],
  clearInvisibleValues: [true, false],
};

const rules = new Map<JsonObjectProperty, Rule>();

/**
 * Returns the rule for the values of a property, or undefined for an unknown property type. Do not call this function for lists of objects.
 */
export function ruleOf(property: JsonObjectProperty): Rule | undefined {
  const rule = rules.get(property) ?? makeRule(property);
  if (rule) rules.set(property, rule);
  return rule;
}

function makeRule(property: JsonObjectProperty): Rule | undefined {
  const { name, type, acceptedValues } = property as JsonObjectProperty & { acceptedValues?: unknown[] };
  const plain = byName[name] ?? (name.endsWith("Component") ? componentRule(property) : byType.get(type));
  const choices = Object.hasOwn(byName, name) || type === "number" ? [] : choicesOfProperty(property);
  const legacy = [...(legacyValues[name] ?? []), ...(acceptedValues ?? [])];
  if (choices.length > 0) return choiceRule([...choices, ...legacy]);
  if (!plain || legacy.length === 0) return plain;
  return { allowed: plain.allowed, isRight: (value) => plain.isRight(value) || legacy.includes(value) };
}

/** Allows only the default component or "", because the form's page contains no other components. */
const componentRule = ({ defaultValue }: JsonObjectProperty): Rule => onlyOf("", ...(defaultValue === undefined ? [] : [defaultValue]));

/** Allows the choices, and all numbers if a choice is a number. domain/draft.ts limits the numbers. */
function choiceRule(choices: readonly unknown[]): Rule {
  const texts = new Set(choices.map(String));
  const takesNumbers = choices.some(isNumber);
  const shown = choices.filter((choice) => choice !== "").slice(0, 20);
  return {
    allowed: `one of ${shown.map((choice) => JSON.stringify(choice)).join(", ")}${choices.length > 21 ? " …" : ""}`,
    isRight: (value) => choices.includes(value) || (isText(value) && texts.has(value)) || (takesNumbers && isNumber(value)),
  };
}

export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value === null) return "null";
  return { string: "a string", number: "a number", boolean: "a boolean", object: "an object" }[typeof value as string] ?? "not JSON";
}
