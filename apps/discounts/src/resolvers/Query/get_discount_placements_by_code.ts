import type { QueryResolvers } from "../../generated/types.js";

/** The placements of a discount code, the eldest first; empty when there is no such code. */
export const get_discount_placements_by_code: NonNullable<QueryResolvers["get_discount_placements_by_code"]> = async (
  _source,
  given,
  context,
) => {
  throw new Error("get_discount_placements_by_code is not written yet");
};
