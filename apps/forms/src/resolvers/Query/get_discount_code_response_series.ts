import type { QueryResolvers } from "../../generated/types.js";

/** Counts by day of the responses that a discount code was brought to, without holes. */
export const get_discount_code_response_series: NonNullable<QueryResolvers["get_discount_code_response_series"]> = async (
  _source,
  given,
  context,
) => {
  throw new Error("get_discount_code_response_series is not written yet");
};
