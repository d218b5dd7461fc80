import { isDeepStrictEqual } from "node:util";
import type { Violations } from "@offergraph/shared/errors/user-error";
import type { ItemValue, Question } from "survey-core";
import { isObject } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";
import { mayBeAnything, nestedQuestions, takesComment } from "./questions.js";

type Report = (message: string, below?: Path) => void;
type Check = (question: never, value: unknown, report: Report) => void;

type Choosing = Question & { visibleChoices: ItemValue[]; valuePropertyName?: string; multiSelect?: boolean; maxSelectedChoices?: number };
type Matrix = Question & { rows: ItemValue[]; columns: ItemValue[]; cellType: string };

/** Functions that check answers, by question type. SurveyJS accepts answers of a wrong type, and answers that are not a choice. */
const checks: Readonly<Record<string, Check>> = {
  text: checkText,
  comment: checkString,
  signaturepad: checkString,
  boolean: (question: Question & { getValueTrue(): unknown; getValueFalse(): unknown }, value, report) => {
    const allowed = [question.getValueTrue(), question.getValueFalse()];
    if (!allowed.includes(value)) report(`The answer must be ${allowed.map((one) => JSON.stringify(one)).join(" or ")}.`);
  },
  rating: (question: Question & { visibleRateValues: ItemValue[] }, value, report) => checkOne(question.visibleRateValues, value, report),
  slider: checkSlider,
  dropdown: checkChoice,
  radiogroup: checkChoice,
  buttongroup: checkChoice,
  imagepicker: (question: Choosing, value, report) => (question.multiSelect ? checkChoices : checkChoice)(question, value, report),
  checkbox: checkChoices,
  tagbox: checkChoices,
  ranking: checkChoices,
  matrix: checkMatrix,
  expression: (_question, value, report) => !isObject(value) || report("The answer must not be an object."),
};

const lists = new Set(["paneldynamic", "matrixdynamic"]);
const records = new Set(["matrixdropdown", "multipletext"]);

/** Checks that an answer has the right type and, for a question with choices, is a choice. Set `survey.data` before this call. */
export function valueProblem(question: Question, value: unknown, path: Path, violations: Violations): void {
  const type = question.getType();
  const check = checks[type] as ((question: Question, value: unknown, report: Report) => void) | undefined;
  if (lists.has(type) || records.has(type)) checkNested(question, value, path, violations);
  else check?.(question, value, (message, below = []) => violations.add([...path, ...below], "INVALID", message));
}

function checkNested(question: Question, value: unknown, path: Path, violations: Violations): void {
  const isList = lists.has(question.getType());
  if (isList ? !(Array.isArray(value) && value.every(isObject)) : !isObject(value)) {
    violations.add(path, "INVALID", isList ? "The answer must be a list of objects." : "The answer must be an object.");
    return;
  }
  const nested = new Map(nestedQuestions(question).map((one) => [one.path.join("."), one.question]));
  for (const { at, below, isRecord } of leavesOf(value, question.getType() === "multipletext" ? 1 : 2)) {
    const found = nested.get(at.join("."));
    const commented = nested.get(at.join(".").replace(/-Comment$/, ""));
    if (found) valueProblem(found, below, [...path, ...at], violations);
    else if (!isRecord) violations.add([...path, ...at], "INVALID", "The answer must be an object.");
    else if (typeof below !== "string" || !takesComment(commented))
      violations.add([...path, ...at], "UNKNOWN_FIELD", "The form has no question with this name.");
  }
}

/**
 * Returns the values at a nesting depth, with their paths. Also returns each scalar at a smaller depth, where an object should be, with
 * `isRecord: false`.
 */
function leavesOf(value: unknown, depth: number, at: Path = []): { at: Path; below: unknown; isRecord: boolean }[] {
  if (depth === 0) return [{ at, below: value, isRecord: true }];
  if (Array.isArray(value)) return value.flatMap((entry, index) => leavesOf(entry, depth - 1, [...at, index]));
  if (!isObject(value)) return [{ at, below: value, isRecord: false }];
  return Object.entries(value).flatMap(([name, entry]) => leavesOf(entry, depth - 1, [...at, name]));
}

function checkString(_question: Question, value: unknown, report: Report): void {
  if (typeof value !== "string") report("The answer must be a string.");
}

function checkText(question: Question & { inputType: string; maskType: string }, value: unknown, report: Report): void {
  const isNumber = typeof value === "number";
  if (question.maskType !== "none" && (isNumber || typeof value === "string")) return;
  if (question.inputType !== "number" && question.inputType !== "range") checkString(question, value, report);
  else if (!isNumber) report("The answer must be a number.");
}

function checkSlider(question: Question & { min: number; max: number; sliderType: string }, value: unknown, report: Report): void {
  const { min, max } = question;
  const given = question.sliderType === "range" ? value : [value];
  if (!Array.isArray(given) || !given.every((one) => typeof one === "number" && one >= min && one <= max))
    report(`The answer must be between ${min} and ${max}.`);
}

function checkChoice(question: Choosing, value: unknown, report: Report): void {
  checkOne(question.visibleChoices, value, report, mayBeAnything(question));
}

function checkChoices(question: Choosing, value: unknown, report: Report): void {
  if (!Array.isArray(value)) {
    report("The answer must be a list.");
    return;
  }
  const { valuePropertyName: property, maxSelectedChoices: max = 0 } = question;
  if (max > 0 && value.length > max) report(`At most ${max} choices are allowed.`);
  value.forEach((one: unknown, index) => {
    const chosen = property && isObject(one) ? one[property] : one;
    checkOne(question.visibleChoices, chosen, (message) => report(message, [index]), mayBeAnything(question));
    if (value.findIndex((other) => isDeepStrictEqual(other, one)) < index) report("Duplicate choice.", [index]);
  });
}

function checkMatrix(question: Matrix, value: unknown, report: Report): void {
  if (!isObject(value)) {
    report("The answer must be an object.");
    return;
  }
  const rows = new Set(question.rows.map(({ value: one }) => String(one)));
  for (const [row, column] of Object.entries(value)) {
    if (!rows.has(row)) report("The question has no row with this name.", [row]);
    else if (question.cellType !== "checkbox") checkOne(question.columns, column, (message) => report(message, [row]));
    else if (!Array.isArray(column)) report("The answer must be a list.", [row]);
    else for (const one of column) checkOne(question.columns, one, (message) => report(message, [row]));
  }
}

function checkOne(choices: readonly ItemValue[], value: unknown, report: Report, anything = false): void {
  if (anything && typeof value === "string") return;
  if (!choices.some((choice) => isDeepStrictEqual(choice.value, value))) report("The answer is not one of the choices.");
}
