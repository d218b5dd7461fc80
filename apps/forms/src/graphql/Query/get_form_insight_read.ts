import { compileFilter } from "@offergraph/service/filters/filter";
import { answerFilter, factFilter, type InsightRead, readAnswers, readFacts, readReasons, reasonFilter } from "../../db/insight-read.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_form_insight_read: NonNullable<QueryResolvers["get_form_insight_read"]> = async (_source, given, { read }) => {
  const [ofAnswers, ofFacts, ofReasons] = await Promise.all([
    compileFilter(answerFilter(read), given.answers, "answers"),
    compileFilter(factFilter(read), given.facts, "facts"),
    compileFilter(reasonFilter, given.reasons, "reasons"),
  ]);
  const insights: InsightRead = {
    readAnswers: () => readAnswers(read, ofAnswers),
    readFacts: () => readFacts(read, ofFacts),
    readReasons: () => readReasons(read, ofReasons),
  };
  return insights;
};
