import { truncate } from "@offergraph/shared/schema/truncate";
import type { Question } from "survey-core";
import { isObject } from "../../domain/draft-walk.js";

/** Maximum characters stored of an answer's text. */
export const maxKept = 5_000;

/** Display text of an answer: choices by their texts, parts with their titles, files by name. Null if it has none, e.g. a signature. */
export function answerText(question: Question, value: unknown, comment: unknown): string | null {
  const read = [displayed(question, value), typeof comment === "string" ? comment.trim() : ""];
  const parts = read.filter((part, index) => part !== "" && read.indexOf(part) === index);
  return parts.length === 0 ? null : truncate(parts.join(": "), maxKept);
}

function displayed(question: Question, value: unknown): string {
  if (question.getType() === "signaturepad") return "";
  if (question.getType() === "file") return joined(Array.isArray(value) ? value.map((file) => (isObject(file) ? file.name : "")) : []);
  return joined(question.getDisplayValue(true, value));
}

function joined(value: unknown): string {
  if (Array.isArray(value)) return value.map(joined).filter(Boolean).join("; ");
  if (isObject(value))
    return Object.entries(value)
      .map(([title, member]) => `${title}: ${joined(member)}`)
      .join(", ");
  return value === undefined || value === null ? "" : String(value).trim();
}
