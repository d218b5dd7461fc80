import { orderOrder, readOrderPage } from "../../db/order-list.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_orders: NonNullable<QueryResolvers["list_orders"]> = (_source, given, context) => {
  const { filter, orderBy } = given;
  return readOrderPage(context, { operation: "list_orders", filter, order: orderOrder, orderBy, arguments: given, defaultFirst: 50 });
};
