import type { QueryResolvers } from "../../generated/types.js";

/** The workspace's discount codes, filtered, ordered and paged. */
export const list_discount_codes: NonNullable<QueryResolvers["list_discount_codes"]> = async (_source, given, context) => {
  throw new Error("list_discount_codes is not written yet");
};
