import { SurveyModel } from "survey-core";
import type { Json } from "../domain/draft-walk.js";
import { mayBeAnything } from "./values.js";
import "./without-console.js";

/** The types of question that are answered by choosing. All others are taken for such as have words of somebody's own. */
const chosen = new Set([
  "boolean",
  "buttongroup",
  "checkbox",
  "dropdown",
  "imagepicker",
  "matrix",
  "radiogroup",
  "ranking",
  "rating",
  "slider",
  "tagbox",
]);

/** Of answers to a version of a form those that say nothing but which of its choices was made. */
export function closedAnswers(model: Json, answers: Json): Json {
  const kept = new Map<string, boolean>();
  for (const question of new SurveyModel(model).getAllQuestions(false)) {
    const name = question.getValueName();
    const isClosed = chosen.has(question.getType()) && !mayBeAnything(question);
    // Of questions that share an answer, each may be where it came from.
    kept.set(name, isClosed && kept.get(name) !== false);
  }
  return Object.fromEntries(Object.entries(answers).filter(([name]) => kept.get(name)));
}
