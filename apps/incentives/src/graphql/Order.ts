import type { OrderResolvers } from "../generated/types.js";
import { grantsOfOrder } from "./loaders.js";

export const Order: OrderResolvers = {
  __resolveReference: ({ rowId }) => ({ rowId: rowId.toLowerCase() }),
  grants: ({ rowId }, _given, context) => grantsOfOrder(context, rowId),
};
