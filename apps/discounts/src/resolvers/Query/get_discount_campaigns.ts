import type { QueryResolvers } from "../../generated/types.js";

/** The campaigns that a discount code belongs to, the newest first. */
export const get_discount_campaigns: NonNullable<QueryResolvers["get_discount_campaigns"]> = async (_source, given, context) => {
  throw new Error("get_discount_campaigns is not written yet");
};
