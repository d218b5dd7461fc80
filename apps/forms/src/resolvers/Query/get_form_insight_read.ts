import type { QueryResolvers } from "../../generated/types.js";

/** What was learnt from answers: the newest 1,000 answers, facts and reasons that match. */
export const get_form_insight_read: NonNullable<QueryResolvers["get_form_insight_read"]> = async (_source, given, context) => {
  throw new Error("get_form_insight_read is not written yet");
};
