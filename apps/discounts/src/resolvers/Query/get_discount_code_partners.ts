import { readPartnersOf } from "../../data/partners.js";
import type { QueryResolvers } from "../../generated/types.js";

/** The partners that a discount code belongs to: its own, if it has one. */
export const get_discount_code_partners: NonNullable<QueryResolvers["get_discount_code_partners"]> = (_source, { id }, context) =>
  readPartnersOf(context.read, id);
