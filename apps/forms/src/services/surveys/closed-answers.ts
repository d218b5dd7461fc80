import { SurveyModel } from "survey-core";
import type { Json } from "../../domain/draft-walk.js";
import { mayBeAnything } from "./questions.js";
import "./questions.js";

/** Closed-ended question types. Answers of other types count as free text. */
const chosen = new Set("boolean buttongroup checkbox dropdown imagepicker matrix radiogroup ranking rating slider tagbox".split(" "));

export function closedAnswers(model: Json, answers: Json): Json {
  const kept = new Map<string, boolean>();
  for (const question of new SurveyModel(model).getAllQuestions(false)) {
    const name = question.getValueName();
    const isClosed = chosen.has(question.getType()) && !mayBeAnything(question);
    // If several questions share a name, any of these questions may have the answer, so all must be closed-ended.
    kept.set(name, isClosed && kept.get(name) !== false);
  }
  return Object.fromEntries(Object.entries(answers).filter(([name]) => kept.get(name)));
}
