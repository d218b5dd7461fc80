import { truncate } from "@offergraph/shared/schema/truncate";
import { type Question, SurveyModel } from "survey-core";
import type { Json } from "../../domain/draft-walk.js";
import type { FormReasonSet } from "../../generated/types.js";
import { answerText } from "./answer-text.js";
import { commentNameOf, freeTextsOf, isReadable } from "./free-text.js";
import { contentOf, type Fact, mine } from "./mine.js";
import type { Reader } from "./reader.js";
import { type Reason, sortIntoReasons } from "./reasons.js";

/** Input for insight extraction: the form version, the answers, and the form's reason set. */
export interface ToLearn {
  model: Json;
  answers: Json;
  reasonSet: FormReasonSet | null;
}

/** Insights of one answered question. */
export interface Learnt {
  /** The question's name. */
  question: string;
  text: string | null;
  /** True if it has free text of at least two words. */
  readable: boolean;
  reasonOutcome: string | null;
  reasons: Reason[];
  facts: Fact[];
}

/** Maximum characters read per response. */
export const maxReadOfResponse = 20_000;

/** Types without an answer. */
const notAsked = new Set(["html", "image", "expression"]);

/** Extracts the insights of a response, in the form's order. */
export function learn({ model, answers, reasonSet }: ToLearn, reader: Reader): Learnt[] {
  const survey = new SurveyModel(model);
  survey.data = structuredClone(answers);
  let left = maxReadOfResponse;
  const read = (texts: readonly string[]): Fact[] => {
    const facts = new Map<string, Fact>();
    for (const text of texts) {
      for (const fact of mine(truncate(text, left), reader)) facts.set(contentOf(fact), fact);
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
      ...sortIntoReasons(reasonSet, { names: [question.name, question.getValueName()], value, facts }),
      facts,
    };
  });
}

/** Questions with an answer; the first of those that share a name. */
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
