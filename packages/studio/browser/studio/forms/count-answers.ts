import { answerText } from "./answer-text.js";
import type { Question } from "./questions.js";

/** The answers to one question. */
export interface QuestionResult {
  name: string;
  title: string;
  /** Number of responses with an answer. */
  answered: number;
  /** Answers with their numbers, most frequent first. A question with free text has none. */
  counts: readonly { text: string; count: number }[];
  /** The newest answers of a question with free text. */
  texts: readonly string[];
}

type Answers = Readonly<Record<string, unknown>>;

const maxTexts = 5;
/** A question with more different answers is shown as texts. */
const maxDifferent = 15;
const freeText = new Set(["text", "comment", "multipletext", "signaturepad", "file"]);

/** Counts the answers of responses by question. `responses` are newest first. Answers to questions that the draft lacks come last. */
export function resultsOf(questions: readonly Question[], responses: readonly Answers[]): QuestionResult[] {
  const known = new Set(questions.map(({ name }) => name));
  const others = [...new Set(responses.flatMap(Object.keys))].filter((name) => !known.has(name));
  const removed = others.map((name): Question => ({ name, title: name, type: "unknown", isRequired: false, choices: [] }));
  return [...questions, ...removed].map((question) => resultOf(question, responses));
}

function resultOf({ name, title, type, choices }: Question, responses: readonly Answers[]): QuestionResult {
  const values = responses.map((answers) => answers[name]).filter((value) => value !== undefined && value !== null && value !== "");
  const labels = new Map(choices.map(({ value, text }) => [value, text]));
  const counts = new Map<string, number>();
  for (const value of values)
    for (const one of Array.isArray(value) ? value : [value]) {
      const key = answerText(one);
      const text = labels.get(key) ?? key;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  const isText = freeText.has(type) || counts.size > maxDifferent;
  return {
    name,
    title,
    answered: values.length,
    counts: isText ? [] : [...counts].map(([text, count]) => ({ text, count })).sort((left, right) => right.count - left.count),
    texts: isText ? values.slice(0, maxTexts).map(answerText) : [],
  };
}
