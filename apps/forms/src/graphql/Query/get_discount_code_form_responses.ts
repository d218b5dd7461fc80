import { hasDiscountCode, readResponsePage } from "../../db/response-list.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_code_form_responses: NonNullable<QueryResolvers["get_discount_code_form_responses"]> = (
  _source,
  given,
  { read, principal, cursorKey },
) =>
  readResponsePage({
    ...{ read, workspaceId: principal.workspaceId, cursorKey },
    operation: `get_discount_code_form_responses ${given.id.toLowerCase()}`,
    where: hasDiscountCode(given.id),
    filter: given.filter,
    arguments: given,
    defaultFirst: 20,
  });
