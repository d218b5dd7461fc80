import { readPartnersOf } from "../../db/partners.js";
import type { QueryField } from "../context.js";

export const get_discount_code_partners: QueryField<"get_discount_code_partners"> = (_source, { id }, context) =>
  readPartnersOf(context.read, id);
