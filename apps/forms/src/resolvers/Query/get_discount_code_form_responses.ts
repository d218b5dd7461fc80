import type { QueryResolvers } from "../../generated/types.js";

/** The responses that a discount code was brought to, in the order of their ids. */
export const get_discount_code_form_responses: NonNullable<QueryResolvers["get_discount_code_form_responses"]> = async (
  _source,
  given,
  context,
) => {
  throw new Error("get_discount_code_form_responses is not written yet");
};
