import { truncate } from "@offergraph/shared/schema/truncate";
import { type Question, SurveyModel } from "survey-core";
import type { Json } from "../../domain/draft-walk.js";
import type { AnswerInsights, Fact, InsightInput } from "../../domain/insights.js";
import { answerText } from "./answer-text.js";
import { contentOf, extractFacts } from "./extract-facts.js";
import { commentNameOf, freeTextsOf, isReadable } from "./free-text.js";
import { sortIntoReasons } from "./reasons.js";
import type { Tokenizer } from "./tokenizer.js";

export const maxReadOfResponse = 20_000;

const notAsked = new Set(["html", "image", "expression"]);

/** Extracts the insights of a response, in the form's order. */
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
