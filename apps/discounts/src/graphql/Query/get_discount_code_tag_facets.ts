import { readTagFacets } from "../../db/tags.js";
import type { QueryField } from "../context.js";

export const get_discount_code_tag_facets: QueryField<"get_discount_code_tag_facets"> = (_source, { first }, context) =>
  readTagFacets(context.read, first ?? 200);
