import { readPage } from "@offergraph/service/filters/page";
import { hasCode, orderFilter, ordersOfCodeOrder, ordersTable } from "../../db/order-list.js";
import { orderColumns } from "../../db/orders.js";
import type { OrderRow } from "../../db/rows.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_code_orders: NonNullable<QueryResolvers["get_discount_code_orders"]> = (
  _source,
  given,
  { read, principal, cursorKey },
) =>
  readPage<OrderRow>({
    operation: `get_discount_code_orders ${given.id.toLowerCase()}`,
    workspaceId: principal.workspaceId,
    read,
    select: orderColumns,
    from: ordersTable,
    where: hasCode(given.id),
    filter: given.filter,
    shape: orderFilter(read),
    order: ordersOfCodeOrder,
    orderBy: ["CREATED_AT_DESC"],
    arguments: given,
    defaultFirst: 20,
    withTotal: undefined,
    cursorKey,
  });
