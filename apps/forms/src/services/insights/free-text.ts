import type { Question } from "survey-core";
import { isObject, type Json } from "../../domain/draft-walk.js";
import { nestedQuestions } from "../surveys/nested-questions.js";
import { takesComment } from "../surveys/values.js";

/** Free texts of a question's answer, including nested questions and comments. */
export function freeTextsOf(question: Question, answers: Json): string[] {
  const name = question.getValueName();
  const value = answers[name];
  const texts = isFreeText(question) ? [value] : [];
  for (const nested of nestedQuestions(question)) {
    const { path } = nested;
    const record = path.slice(0, -1).reduce(memberOf, value);
    const field = String(path.at(-1));
    if (isFreeText(nested.question)) texts.push(memberOf(record, field));
    texts.push(memberOf(record, `${field}-Comment`));
  }
  if (takesComment(question)) texts.push(answers[commentNameOf(question)]);
  return texts.filter((text) => typeof text === "string").filter((text) => text.trim() !== "");
}

/** Answer key of a question's comment. */
export const commentNameOf = (question: Question): string => `${question.getValueName()}-Comment`;

function isFreeText(question: Question): boolean {
  const type = question.getType();
  return type === "comment" || (type === "text" && (question as Question & { inputType: string }).inputType === "text");
}

function memberOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

const words = new Intl.Segmenter("en", { granularity: "word" });

/** True if a text has at least two words, in any language. */
export function isReadable(text: string): boolean {
  let found = 0;
  for (const { isWordLike } of words.segment(text.slice(0, maxLooked))) {
    if (isWordLike) found += 1;
    if (found === 2) return true;
  }
  return false;
}

const maxLooked = 1_000;
