import type { QueryResolvers } from "../../generated/types.js";
import { codeIdOf, placementsOf } from "../../loaders.js";

/** The placements of a discount code, the eldest first; empty when there is no such code. */
export const get_discount_placements_by_code: NonNullable<QueryResolvers["get_discount_placements_by_code"]> = async (
  _source,
  { discountCodeId },
  context,
) => {
  const id = await codeIdOf(context, discountCodeId);
  return id === null ? [] : placementsOf(context, id);
};
