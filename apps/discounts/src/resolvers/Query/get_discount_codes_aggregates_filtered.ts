import type { QueryResolvers } from "../../generated/types.js";

/** Counts, sums, averages and extremes over all discount codes that match. */
export const get_discount_codes_aggregates_filtered: NonNullable<QueryResolvers["get_discount_codes_aggregates_filtered"]> = async (_source, given, context) => {
  throw new Error("get_discount_codes_aggregates_filtered is not written yet");
};
