import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { checkoutStages, checkoutStatuses } from "../domain/ranks.js";
import type { CheckoutResolvers } from "../generated/types.js";
import { checkoutById, orderById } from "./loaders.js";

export const Checkout: CheckoutResolvers = {
  __resolveReference: ({ rowId }, context) => checkoutById(context, rowId),
  order: ({ orderId }, _given, context) => (orderId === null ? null : orderById(context, orderId)),
  stage: ({ stage }) => valueOfRank(checkoutStages, stage),
  status: ({ status }) => valueOfRank(checkoutStatuses, status),
};
