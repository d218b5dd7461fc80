import { readTargetsOfCode } from "../../db/placement-targets.js";
import type { QueryResolvers } from "../../generated/types.js";
import { codeIdOf } from "../loaders.js";

export const get_discount_placement_targets: NonNullable<QueryResolvers["get_discount_placement_targets"]> = async (
  _source,
  { discountCodeId },
  context,
) => {
  const id = await codeIdOf(context, discountCodeId);
  return id === null ? [] : readTargetsOfCode(context.read, id);
};
