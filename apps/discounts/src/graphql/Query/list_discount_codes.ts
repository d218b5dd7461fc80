import { selectedOf } from "@offergraph/service/db/selected-columns";
import { readList } from "@offergraph/service/filters/list";
import { codeColumnsOf } from "../../db/discount-codes.js";
import { discountCodeFilter, discountCodeOrder, discountCodesTable } from "../../db/list.js";
import type { DiscountCodeRow } from "../../db/rows.js";
import type { QueryField } from "../context.js";

export const list_discount_codes: QueryField<"list_discount_codes"> = (_source, given, context) =>
  readList<DiscountCodeRow>(context, given, {
    operation: "list_discount_codes",
    select: codeColumnsOf(selectedOf(context, "DiscountCode")),
    from: discountCodesTable,
    shape: discountCodeFilter,
    order: discountCodeOrder,
    withTotal: given.withTotal ?? false,
  });
