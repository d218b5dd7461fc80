import { readTagFacets } from "../../db/tags.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_code_tag_facets: NonNullable<QueryResolvers["get_discount_code_tag_facets"]> = (_source, { first }, context) =>
  readTagFacets(context.read, first ?? 200);
