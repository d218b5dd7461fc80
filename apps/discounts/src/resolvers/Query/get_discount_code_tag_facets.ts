import type { QueryResolvers } from "../../generated/types.js";

/** The tags of the workspace's discount codes, the most used first. */
export const get_discount_code_tag_facets: NonNullable<QueryResolvers["get_discount_code_tag_facets"]> = async (_source, given, context) => {
  throw new Error("get_discount_code_tag_facets is not written yet");
};
