import { readList } from "@offergraph/service/filters/list";
import { checkoutFilter, checkoutOrder, checkoutsTable } from "../../db/checkout-list.js";
import { type CheckoutRow, checkoutColumns } from "../../db/rows.js";
import { filterOfCondition } from "../../domain/checkouts.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_checkouts: NonNullable<QueryResolvers["list_checkouts"]> = (_source, given, context) =>
  readList<CheckoutRow>(context, given, {
    operation: "list_checkouts",
    select: checkoutColumns,
    from: checkoutsTable,
    filter: filterOfCondition(given.condition),
    filterArgument: "condition",
    shape: checkoutFilter,
    order: checkoutOrder,
  });
