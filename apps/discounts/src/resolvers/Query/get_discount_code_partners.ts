import type { QueryResolvers } from "../../generated/types.js";

/** The partners that a discount code belongs to: its own, if it has one. */
export const get_discount_code_partners: NonNullable<QueryResolvers["get_discount_code_partners"]> = async (_source, given, context) => {
  throw new Error("get_discount_code_partners is not written yet");
};
