import type { QueryResolvers } from "../../generated/types.js";

/** What a discount code's placements are narrowed to, over all of them; empty when there is no such code. */
export const get_discount_placement_targets: NonNullable<QueryResolvers["get_discount_placement_targets"]> = async (
  _source,
  given,
  context,
) => {
  throw new Error("get_discount_placement_targets is not written yet");
};
