import { readPage } from "@offergraph/service/filters/page";
import { discountCodeColumns } from "../../db/discount-codes.js";
import { discountCodeFilter, discountCodeOrder, discountCodesTable } from "../../db/list.js";
import type { DiscountCodeRow } from "../../db/rows.js";
import type { QueryField } from "../context.js";

export const list_discount_codes: QueryField<"list_discount_codes"> = (_source, given, context) =>
  readPage<DiscountCodeRow>({
    operation: "list_discount_codes",
    workspaceId: context.principal.workspaceId,
    read: context.read,
    select: discountCodeColumns,
    from: discountCodesTable,
    filter: given.filter,
    shape: discountCodeFilter(context.read),
    order: discountCodeOrder,
    orderBy: given.orderBy,
    arguments: given,
    defaultFirst: 50,
    withTotal: given.withTotal ?? false,
    cursorKey: context.cursorKey,
  });
