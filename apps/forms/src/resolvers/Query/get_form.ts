import type { QueryResolvers } from "../../generated/types.js";

/** One form; null when there is none of this slug. */
export const get_form: NonNullable<QueryResolvers["get_form"]> = async (_source, given, context) => {
  throw new Error("get_form is not written yet");
};
