import { readPage } from "@offergraph/service/filters/page";
import { checkoutFilter, checkoutOrder, checkoutsTable } from "../../db/checkout-list.js";
import { type CheckoutRow, checkoutColumns } from "../../db/rows.js";
import { filterOfCondition } from "../../domain/checkouts.js";
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
    cursorKey,
  });
