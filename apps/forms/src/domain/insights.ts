import type { FormReasonSet } from "../generated/types.js";
import type { Json } from "./draft-walk.js";

/** Input for insight extraction: the form version, the answers, and the form's reason set. */
export interface InsightInput {
  model: Json;
  answers: Json;
  reasonSet: FormReasonSet | null;
}

export interface AnswerInsights {
  question: string;
  text: string | null;
  /** True if it has free text of at least two words. */
  readable: boolean;
  reasonOutcome: string | null;
  reasons: Reason[];
  facts: Fact[];
}

/** A reason of the form's reason set, assigned to an answer. */
export interface Reason {
  broad: string;
  /** Its meaning, as written in the reason set; reasons with the same meaning form a family. */
  family: string;
}

/** A fact in a text: an opinion (an attribute of a subject) or a mention (a thing). */
export interface Fact {
  kind: "opinion" | "mention";
  attribute: string | null;
  attributeClass: string | null;
  subject: string | null;
  subjectClass: string | null;
  thing: string | null;
  thingClass: string | null;
  confidence: number;
  polarity: number;
  polarityBand: number;
  polaritySign: number;
}
