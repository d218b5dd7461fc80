import { readTargetsOfCode } from "../../db/placements.js";
import type { QueryField } from "../context.js";
import { codeIdOf } from "../loaders.js";

export const get_discount_placement_targets: QueryField<"get_discount_placement_targets"> = async (
  _source,
  { discountCodeId },
  context,
) => {
  const id = await codeIdOf(context, discountCodeId);
  return id === null ? [] : readTargetsOfCode(context.read, id);
};
