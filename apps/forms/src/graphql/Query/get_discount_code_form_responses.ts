import { hasDiscountCode, readResponsePage } from "../../db/response-list.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_code_form_responses: NonNullable<QueryResolvers["get_discount_code_form_responses"]> = (
  _source,
  given,
  context,
) =>
  readResponsePage(context, given, {
    operation: `get_discount_code_form_responses ${given.id.toLowerCase()}`,
    where: hasDiscountCode(given.id),
    defaultFirst: 20,
  });
