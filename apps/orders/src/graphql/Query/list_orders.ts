import { orderOrder, readOrderPage } from "../../db/order-list.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_orders: NonNullable<QueryResolvers["list_orders"]> = (_source, given, context) =>
  readOrderPage(context, given, { operation: "list_orders", order: orderOrder });
