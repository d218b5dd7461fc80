import { SurveyModel } from "survey-core";
import type { Json } from "../../domain/draft-walk.js";
import { mayBeAnything } from "./questions.js";
import "./questions.js";

/** Closed-ended question types. The service treats answers to open-ended questions as free text. */
const chosen = new Set("boolean buttongroup checkbox dropdown imagepicker matrix radiogroup ranking rating slider tagbox".split(" "));

export function closedAnswers(model: Json, answers: Json): Json {
  const kept = new Map<string, boolean>();
  for (const question of new SurveyModel(model).getAllQuestions(false)) {
    const name = question.getValueName();
    const isClosed = chosen.has(question.getType()) && !mayBeAnything(question);
    // Questions with the same name share an answer. Keeps the answer only if all questions with the name are closed-ended.
    kept.set(name, isClosed && kept.get(name) !== false);
  }
  return Object.fromEntries(Object.entries(answers).filter(([name]) => kept.get(name)));
}
