import { isEmail } from "@offergraph/shared/schema/email";
import type { Json } from "./draft-walk.js";
import { questionsOf } from "./model-questions.js";

const maxRefLength = 255;

/** Returns null if the model has a text question named `key`, otherwise an error message. */
export function customerQuestionFault(model: Json | null, key: string): string | null {
  if (model === null) return "customer_question_key must name a question of the form, but the form has no draft. Call save_form_draft.";
  const found = questionsOf(model).find((question) => question.key === key);
  if (!found) return `The form has no question ${key.slice(0, 100)}. Set customer_question_key to the name of a text question.`;
  if (found.type === "text") return null;
  return `The question ${key.slice(0, 100)} is of type ${found.type}. Set customer_question_key to the name of a text question.`;
}

export function answeredCustomer(answers: Json, key: string): { ref: string; email?: string } | undefined {
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
  if (typeof answer !== "string" && typeof answer !== "number") return undefined;
  const ref = String(answer).trim();
  if (ref === "" || ref.length > maxRefLength) return undefined;
  return { ref, ...(isEmail(ref) && { email: ref }) };
}
