import type { FormReasonSet, InsightAnswer, InsightFact, InsightReason } from "../generated/types.js";
import type { Json } from "./draft-walk.js";

export interface InsightInput {
  model: Json;
  answers: Json;
  reasonSet: FormReasonSet | null;
}

export interface AnswerInsights {
  question: string;
  text: string | null;
  /** True if the answer has free text of at least two words. */
  readable: boolean;
  reasonOutcome: string | null;
  reasons: Reason[];
  facts: Fact[];
}

/** A reason from the form's reason set that applies to an answer. Reasons with the same `family` have the same meaning. */
export type Reason = Pick<InsightReason, "broad" | "family">;

export type Fact = Required<Omit<InsightFact, "kind" | "factId" | keyof InsightAnswer>> & { kind: "opinion" | "mention" };
