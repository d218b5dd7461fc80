import type { QueryResolvers } from "../../generated/types.js";

/** A form's responses within a window of time: the list, totals and series. */
export const get_form_responses_surface: NonNullable<QueryResolvers["get_form_responses_surface"]> = async (_source, given, context) => {
  throw new Error("get_form_responses_surface is not written yet");
};
