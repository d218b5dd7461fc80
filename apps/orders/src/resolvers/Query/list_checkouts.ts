import { readPage } from "@offergraph/shared/filters/page";
import { checkoutFilter, checkoutOrder, checkoutsTable } from "../../data/checkout-list.js";
import { checkoutColumns } from "../../data/columns.js";
import type { CheckoutRow } from "../../data/rows.js";
import { filterOfCondition } from "../../domain/checkout-condition.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_checkouts: NonNullable<QueryResolvers["list_checkouts"]> = (_source, given, { read, principal, cursorKey }) =>
  readPage<CheckoutRow>({
    operation: "list_checkouts",
    workspaceId: principal.workspaceId,
    read,
    select: checkoutColumns,
    from: checkoutsTable,
    filter: filterOfCondition(given.condition),
    filterArgument: "condition",
    shape: checkoutFilter(read),
    order: checkoutOrder,
    orderBy: given.orderBy,
    arguments: given,
    defaultFirst: 50,
    withTotal: undefined,
    cursorKey,
  });
