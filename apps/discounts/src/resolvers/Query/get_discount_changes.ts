import type { QueryResolvers } from "../../generated/types.js";

/** Every push of a discount code to a store, the eldest first. Outlives the code. */
export const get_discount_changes: NonNullable<QueryResolvers["get_discount_changes"]> = async (_source, given, context) => {
  throw new Error("get_discount_changes is not written yet");
};
