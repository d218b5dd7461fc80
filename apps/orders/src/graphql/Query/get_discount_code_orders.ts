import { hasCode, ordersOfCodeOrder, readOrderPage } from "../../db/order-list.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_code_orders: NonNullable<QueryResolvers["get_discount_code_orders"]> = (_source, given, context) =>
  readOrderPage(context, {
    operation: `get_discount_code_orders ${given.id.toLowerCase()}`,
    where: hasCode(given.id),
    filter: given.filter,
    order: ordersOfCodeOrder,
    orderBy: given.orderBy,
    arguments: given,
    defaultFirst: 20,
  });
