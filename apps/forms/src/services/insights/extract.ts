import { truncate } from "@offergraph/shared/schema/truncate";
import { type Question, SurveyModel } from "survey-core";
import { isObject, type Json } from "../../domain/draft-walk.js";
import type { AnswerInsights, Fact, InsightInput } from "../../domain/insights.js";
import type { FormReasonSet } from "../../generated/types.js";
import { commentNameOf, freeTextsOf } from "../surveys/questions.js";
import { contentOf, extractFacts } from "./extract-facts.js";
import type { Tokenizer } from "./tokenizer.js";
import { attributeOf, thingClassOf } from "./words/lexicon.js";

export const maxReadOfResponse = 20_000;

const notAsked = new Set(["html", "image", "expression"]);
const words = new Intl.Segmenter("en", { granularity: "word" });

export function extractInsights({ model, answers, reasonSet }: InsightInput, tokenizer: Tokenizer): AnswerInsights[] {
  const survey = new SurveyModel(model);
  survey.data = structuredClone(answers);
  let left = maxReadOfResponse;
  const read = (texts: readonly string[]): Fact[] => {
    const facts = new Map<string, Fact>();
    for (const text of texts) {
      for (const fact of extractFacts(truncate(text, left), tokenizer)) facts.set(contentOf(fact), fact);
      left = Math.max(0, left - text.length);
    }
    return [...facts.values()];
  };
  return answeredQuestions(survey, answers).map((question) => {
    const value = answers[question.getValueName()];
    const texts = freeTextsOf(question, answers);
    const facts = read(texts);
    return {
      question: question.name,
      text: answerText(question, value, answers[commentNameOf(question)]),
      readable: texts.some(isReadable),
      ...sortIntoReasons(reasonSet, question, value, facts),
      facts,
    };
  });
}

/** Returns true if the text's first 1,000 characters contain at least two words of any language. */
const isReadable = (text: string) => [...words.segment(text.slice(0, 1_000))].filter(({ isWordLike }) => isWordLike).length >= 2;

function answeredQuestions(survey: SurveyModel, answers: Json): Question[] {
  const seen = new Set<string>();
  return survey.getAllQuestions(false).filter((question) => {
    const name = question.getValueName();
    if (seen.has(name) || notAsked.has(question.getType())) return false;
    seen.add(name);
    return !isEmpty(answers[name]) || freeTextsOf(question, answers).length > 0;
  });
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

const maxStored = 5_000;

/** Returns an answer as text: chosen items, rows or fields with their values, or file names. Returns null for a signature. */
function answerText(question: Question, value: unknown, comment: unknown): string | null {
  const read = [displayed(question, value), typeof comment === "string" ? comment.trim() : ""];
  const parts = read.filter((part, index) => part !== "" && read.indexOf(part) === index);
  return parts.length === 0 ? null : truncate(parts.join(": "), maxStored);
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

/**
 * Finds the reasons of a reason set that apply to an answer. A reason applies if the visitor chose the reason's key. If the set specifies a
 * question, only answers to this question have reasons. Facts in free text select reasons only if the set specifies a question (see
 * `speaksOf`). `reasonOutcome` is the first chosen key.
 */
function sortIntoReasons(set: FormReasonSet | null, question: Question, value: unknown, facts: readonly Fact[]) {
  const names = [question.name, question.getValueName()];
  const asked = [set?.questionKey, set?.questionId].filter((name) => typeof name === "string");
  if (!set || (asked.length > 0 && !asked.some((name) => names.includes(name)))) return { reasons: [], reasonOutcome: null };
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const chosen = set.reasons.filter(({ key }) => values.includes(key));
  const said = asked.length > 0 ? set.reasons.filter((reason) => speaksOf(reason, facts)) : [];
  const all = [...new Set([...chosen, ...said])];
  const first = values.find((one) => chosen.some(({ key }) => key === one));
  return { reasons: all.map(({ key, what }) => ({ broad: key, family: what })), reasonOutcome: typeof first === "string" ? first : null };
}

/** Classes of facts that are too general to distinguish reasons. */
const tooWide = new Set(["general", "level", "product", "order"]);

function speaksOf({ key, what }: FormReasonSet["reasons"][number], facts: readonly Fact[]): boolean {
  const words = `${key} ${what}`.toLowerCase().match(/\p{L}+/gu) ?? [];
  const classes = new Set(words.flatMap(classesOf).filter((name) => !tooWide.has(name)));
  return facts.some((fact) => [fact.attributeClass, fact.subjectClass, fact.thingClass].some((name) => name !== null && classes.has(name)));
}

function classesOf(word: string): string[] {
  const singular = word.replace(/s$/, "");
  const named = [attributeOf(word, singular)?.class, thingClassOf([word]) ?? thingClassOf([singular])];
  return named.filter((name) => typeof name === "string");
}
