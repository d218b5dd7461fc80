import { readPage } from "@offergraph/service/filters/page";
import { responseColumns } from "../../db/columns.js";
import { hasDiscountCode, responseFilter, responseOrder, responsesTable } from "../../db/response-list.js";
import type { ResponseRow } from "../../db/rows.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_code_form_responses: NonNullable<QueryResolvers["get_discount_code_form_responses"]> = (
  _source,
  given,
  { read, principal, cursorKey },
) =>
  readPage<ResponseRow>({
    operation: `get_discount_code_form_responses ${given.id.toLowerCase()}`,
    workspaceId: principal.workspaceId,
    read,
    select: responseColumns,
    from: responsesTable,
    where: hasDiscountCode(given.id),
    filter: given.filter,
    shape: responseFilter(read, principal.workspaceId),
    order: responseOrder,
    orderBy: ["CREATED_AT_DESC"],
    arguments: given,
    defaultFirst: 20,
    withTotal: undefined,
    cursorKey,
  });
