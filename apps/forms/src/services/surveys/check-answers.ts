import type { UserErrorCode, Violations } from "@offergraph/shared/errors/user-error";
import { type Question, SurveyModel } from "survey-core";
import { entriesIn, madeOfEntry, maxMade } from "../../domain/draft-size.js";
import type { Json } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";
import { maxTexts } from "../../domain/same-text.js";
import { freeTextsOf, nestedQuestions, takesComment } from "./questions.js";
import { valueProblem } from "./values.js";

/** SurveyJS errors about missing answers, which the service ignores until the visitor completes the response. */
const missing = new Set(["required", "requireoneanswer", "requiredinallrowserror", "minrowcounterror", "otherempty"]);

export interface Checked {
  /**
   * Accepted answers. When the response is completed, the service removes answers to hidden questions, unless the model has
   * `clearInvisibleValues: "none"`.
   */
  answers: Json;
  scale: unknown[];
  /** Free texts in the answers, except default values. */
  texts: string[];
}

/** Checks answers against the model of a form version. If `ends` is true, visible required questions must have answers. */
export function checkAnswers(model: Json, answers: Json, ends: boolean, path: Path, violations: Violations): Checked {
  const survey = new SurveyModel(model);
  const questions = survey.getAllQuestions(false);
  // If several questions share a name, the map contains the first of these questions.
  const named = new Map([...questions].reverse().map((question) => [question.getValueName(), question]));
  // Reports unusable answers instead of passing them to SurveyJS. For example, SurveyJS would take too long for an answer with a million
  // rows.
  const large = tooLarge(answers, questions);
  const isUsable = ([name, value]: [string, unknown]) => {
    const at = [...path, name];
    if (large.has(name))
      violations.add(
        at,
        "LIMIT_EXCEEDED",
        `The rows and panels in the answers can contain at most ${maxMade} cells and questions in total.`,
      );
    else if (named.has(name) && isTooLong(value)) violations.add(at, "LIMIT_EXCEEDED", `A list must have at most ${maxRows} members.`);
    else if (!isKnown(survey, named, name, value)) violations.add(at, "UNKNOWN_FIELD", "The form has no question with this name.");
    else return true;
    return false;
  };
  const usable: Json = Object.fromEntries(Object.entries(answers).filter(isUsable));
  survey.data = structuredClone(usable);
  for (const [name, value] of Object.entries(usable)) {
    const question = named.get(name);
    if (question) valueProblem(question, value, [...path, name], violations);
  }
  const shown = survey.getAllQuestions(false).filter((question) => question.isVisible && question.isParentVisible);
  for (const question of shown) {
    const at = [...path, question.getValueName()];
    if (violations.has(at) || (!ends && answers[question.getValueName()] === undefined)) continue;
    question.validate(true);
    reportErrors(question, at, ends, violations);
  }
  const kept = survey.clearInvisibleValues === "none" || !ends ? usable : withoutHidden(usable, named, shown);
  const texts = shown.flatMap((question) => freeTextsOf(question, usable).filter((text) => text !== question.defaultValue));
  return { answers: kept, scale: shown.flatMap((question) => scaleAnswers(question, usable)), texts: texts.slice(0, maxTexts) };
}

const maxRows = 200;

function isKnown(survey: SurveyModel, named: ReadonlyMap<string, Question>, name: string, value: unknown): boolean {
  const question = named.get(name);
  if (question) return question.getType() !== "html" && question.getType() !== "image";
  if (survey.calculatedValues.some((calculated) => calculated.includeIntoResult && calculated.name === name)) return true;
  const owner = name.endsWith(survey.commentSuffix) ? named.get(name.slice(0, -survey.commentSuffix.length)) : undefined;
  return typeof value === "string" && takesComment(owner);
}

const isTooLong = (value: unknown) => Array.isArray(value) && value.length > maxRows;

function reportErrors(question: Question, at: Path, ends: boolean, violations: Violations): void {
  for (const error of question.errors) {
    const type = error.getErrorType();
    if (!missing.has(type)) violations.add(at, codes[type] ?? "INVALID", error.getText());
    else if (ends) violations.add(at, "REQUIRED", error.getText());
  }
  for (const nested of nestedQuestions(question)) reportErrors(nested.question, [...at, ...nested.path], ends, violations);
}

const codes: Readonly<Record<string, UserErrorCode>> = { maxSize: "TOO_LONG", exceedsize: "TOO_LONG" };

function withoutHidden(answers: Json, named: ReadonlyMap<string, Question>, shown: readonly Question[]): Json {
  const names = new Set(shown.map((question) => question.getValueName()));
  const isKept = (name: string) => names.has(name) || !named.has(name);
  return Object.fromEntries(Object.entries(answers).filter(([name]) => isKept(name)));
}

function scaleAnswers(question: Question, answers: Json): unknown[] {
  const answer = answers[question.getValueName()];
  if (question.getType() === "rating") return answer === undefined ? [] : [answer];
  return question.getType() === "matrix" && typeof answer === "object" && answer !== null ? Object.values(answer) : [];
}

/**
 * Returns the names of the answers for which survey-core would create too many objects. survey-core creates one object per cell and per
 * panel question.
 */
function tooLarge(answers: Json, questions: readonly Question[]): Set<string> {
  let made = 0;
  const byName = new Map<string, Question[]>();
  for (const question of questions) byName.set(question.getValueName(), [...(byName.get(question.getValueName()) ?? []), question]);
  const names = Object.keys(answers).filter((name) => {
    const entries = entriesIn(answers[name]);
    if (entries === 0) return false;
    const own = byName.get(name) ?? [];
    const more = own.reduce((sum, question) => sum + entries * madeOfEntry({ ...question.toJSON(), type: question.getType() }), 0);
    if (made + more > maxMade) return true;
    made += more;
    return false;
  });
  return new Set(names);
}
