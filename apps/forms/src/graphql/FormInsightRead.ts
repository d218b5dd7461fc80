import type { FormInsightReadResolvers } from "../generated/types.js";

export const FormInsightRead: FormInsightReadResolvers = {
  answers: (insights) => insights.readAnswers(),
  facts: (insights) => insights.readFacts(),
  reasons: (insights) => insights.readReasons(),
};
