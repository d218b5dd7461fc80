import { readPage } from "@offergraph/shared/filters/page";
import { orderColumns } from "../../data/columns.js";
import { orderFilter, orderOrder, ordersTable } from "../../data/order-list.js";
import type { OrderRow } from "../../data/rows.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_orders: NonNullable<QueryResolvers["list_orders"]> = (_source, given, { read, principal, cursorKey }) =>
  readPage<OrderRow>({
    operation: "list_orders",
    workspaceId: principal.workspaceId,
    read,
    select: orderColumns,
    from: ordersTable,
    filter: given.filter,
    shape: orderFilter(read),
    order: orderOrder,
    orderBy: given.orderBy,
    arguments: given,
    defaultFirst: 50,
    withTotal: undefined,
    cursorKey,
  });
