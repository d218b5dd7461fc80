import { answerText } from "./answer-text.js";
import type { Question } from "./questions.js";

/** The summarized answers to one question of a form. */
export interface QuestionResult {
  name: string;
  title: string;
  /** Number of responses that contain an answer to the question. */
  answered: number;
  /** The answers to a question and how often each answer occurs, most frequent first. `counts` is empty for a question with free text. */
  counts: readonly { text: string; count: number }[];
  /**
   * The choices of a ranking question, best first. `position` is the average position of the choice. `count` is the number of responses
   * that rank the choice.
   */
  ranks: readonly { text: string; position: number; count: number }[];
  /** The newest answers to a question with free text. */
  texts: readonly string[];
}

type Answers = Readonly<Record<string, unknown>>;

const maxTexts = 5;
/** Maximum number of different answers to count. Above the maximum, the studio lists the answers. */
const maxDifferent = 15;
const freeText = new Set(["text", "comment", "multipletext", "file"]);

/**
 * Counts the answers of responses by question. The argument `responses` must be sorted newest first. In the result, questions that are not
 * in the draft come last.
 */
export function resultsOf(questions: readonly Question[], responses: readonly Answers[]): QuestionResult[] {
  const known = new Set(questions.map(({ name }) => name));
  const others = [...new Set(responses.flatMap(Object.keys))].filter((name) => !known.has(name));
  const removed = others.map((name): Question => ({ name, title: name, type: "unknown", isRequired: false, choices: [] }));
  return [...questions, ...removed].map((question) => resultOf(question, responses));
}

function resultOf({ name, title, type, choices }: Question, responses: readonly Answers[]): QuestionResult {
  const values = responses.map((answers) => answers[name]).filter((value) => value !== undefined && value !== null && value !== "");
  const labels = new Map(choices.map(({ value, text }) => [value, text]));
  const labelOf = (value: unknown) => labels.get(answerText(value)) ?? answerText(value);
  const common = { name, title, answered: values.length };
  if (type === "ranking") return { ...common, counts: [], ranks: ranksOf(values.map((value) => listOf(value).map(labelOf))), texts: [] };
  const counts = new Map<string, number>();
  for (const text of values.flatMap((value) => listOf(value).map(labelOf))) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isText = freeText.has(type) || counts.size > maxDifferent;
  return {
    ...common,
    counts: isText ? [] : [...counts].map(([text, count]) => ({ text, count })).sort((left, right) => right.count - left.count),
    ranks: [],
    texts: isText ? values.slice(0, maxTexts).map(answerText) : [],
  };
}

/** An answer to a ranking question lists all or some of the choices, best first. */
function ranksOf(answers: readonly (readonly string[])[]): QuestionResult["ranks"] {
  const positions = new Map<string, number[]>();
  for (const answer of answers)
    for (const [index, text] of answer.entries()) positions.set(text, [...(positions.get(text) ?? []), index + 1]);
  return [...positions]
    .map(([text, own]) => ({ text, position: own.reduce((sum, one) => sum + one, 0) / own.length, count: own.length }))
    .sort((left, right) => left.position - right.position || right.count - left.count);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
