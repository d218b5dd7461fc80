import { readPage } from "@offergraph/service/filters/page";
import { orderFilter, orderOrder, ordersTable } from "../../db/order-list.js";
import { orderColumns } from "../../db/orders.js";
import type { OrderRow } from "../../db/rows.js";
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
