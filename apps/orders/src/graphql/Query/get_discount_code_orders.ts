import { sql } from "@offergraph/service/db/statement";
import { readPage } from "@offergraph/service/filters/page";
import { orderColumns } from "../../db/columns.js";
import { orderFilter, ordersOfCodeOrder, ordersTable } from "../../db/order-list.js";
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
    where: sql`o.discount_code_id = ${given.id}::uuid`,
    filter: given.filter,
    shape: orderFilter(read),
    order: ordersOfCodeOrder,
    orderBy: ["CREATED_AT_DESC"],
    arguments: given,
    defaultFirst: 20,
    withTotal: undefined,
    cursorKey,
  });
