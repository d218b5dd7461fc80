import { referenceResolver } from "@offergraph/shared/subgraph/reference";
import type { Context } from "../context.js";
import { type OrderRow, readOrders } from "../data/order.js";
import type { OrderResolvers } from "../generated/types.js";

export const Order: OrderResolvers = {
  __resolveReference: referenceResolver<OrderRow, Context>("Order", (context, ids) => context.read(readOrders(ids))),
};
