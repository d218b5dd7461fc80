import { readList } from "@offergraph/service/filters/list";
import { discountCodeColumns } from "../../db/discount-codes.js";
import { discountCodeFilter, discountCodeOrder, discountCodesTable } from "../../db/list.js";
import type { DiscountCodeRow } from "../../db/rows.js";
import type { QueryField } from "../context.js";

export const list_discount_codes: QueryField<"list_discount_codes"> = (_source, given, context) =>
  readList<DiscountCodeRow>(context, given, {
    operation: "list_discount_codes",
    select: discountCodeColumns,
    from: discountCodesTable,
    shape: discountCodeFilter(context.read),
    order: discountCodeOrder,
    withTotal: given.withTotal ?? false,
  });
