import type { QueryResolvers } from "../../generated/types.js";

/** One response; null when there is none with this id. */
export const get_form_response: NonNullable<QueryResolvers["get_form_response"]> = async (_source, given, context) => {
  throw new Error("get_form_response is not written yet");
};
