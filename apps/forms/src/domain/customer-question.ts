import type { Json } from "./draft-walk.js";
import { isEmail } from "./email.js";
import { questionsOf } from "./model-questions.js";

const maxRefLength = 255;

/** Returns what is wrong with a placement's customer_question_key for this model; null when the model has such a text question. */
export function customerQuestionFault(model: Json | null, key: string): string | null {
  if (model === null) return "customer_question_key names a question of the form, which has no draft yet: call save_form_draft first.";
  const found = questionsOf(model).find((question) => question.key === key);
  if (!found) return `The form has no question ${key.slice(0, 100)}: customer_question_key has to be the name of a text question.`;
  return found.type === "text"
    ? null
    : `The question ${key.slice(0, 100)} is of type ${found.type}: customer_question_key takes a text question.`;
}

/** The customer that a question's answer names; undefined when the answer cannot be a reference. */
export function answeredCustomer(answers: Json, key: string): { ref: string; email?: string } | undefined {
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
  if (typeof answer !== "string" && typeof answer !== "number") return undefined;
  const ref = String(answer).trim();
  if (ref === "" || ref.length > maxRefLength) return undefined;
  return { ref, ...(isEmail(ref) && { email: ref }) };
}
