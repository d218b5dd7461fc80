import type { QueryResolvers } from "../../generated/types.js";

/** Whether codes are taken, by a code or by an alias; one answer for each code asked for, in that order. */
export const get_discount_code_alias_exists: NonNullable<QueryResolvers["get_discount_code_alias_exists"]> = async (_source, given, context) => {
  throw new Error("get_discount_code_alias_exists is not written yet");
};
