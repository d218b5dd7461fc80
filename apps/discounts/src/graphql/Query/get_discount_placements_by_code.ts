import type { QueryField } from "../context.js";
import { codeIdOf, placementsOf } from "../loaders.js";

export const get_discount_placements_by_code: QueryField<"get_discount_placements_by_code"> = async (
  _source,
  { discountCodeId },
  context,
) => {
  const id = await codeIdOf(context, discountCodeId);
  return id === null ? [] : placementsOf(context, id);
};
