import { hasCode, ordersOfCodeOrder, readOrderPage } from "../../db/order-list.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_code_orders: NonNullable<QueryResolvers["get_discount_code_orders"]> = (_source, given, context) =>
  readOrderPage(context, given, {
    operation: `get_discount_code_orders ${given.id.toLowerCase()}`,
    where: hasCode(given.id),
    order: ordersOfCodeOrder,
    defaultFirst: 20,
  });
