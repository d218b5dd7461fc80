import { readPartnersOf } from "../../db/partners.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_code_partners: NonNullable<QueryResolvers["get_discount_code_partners"]> = (_source, { id }, context) =>
  readPartnersOf(context.read, id);
