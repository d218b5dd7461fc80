import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { checkoutStages, checkoutStatuses } from "../domain/ordinals.js";
import type { CheckoutResolvers } from "../generated/types.js";
import { checkoutById, customerById, orderById } from "./loaders.js";

export const Checkout: CheckoutResolvers = {
  __resolveReference: ({ rowId }, context) => checkoutById(context, rowId),
  customer: ({ customerId }, _given, context) => (customerId === null ? null : customerById(context, customerId)),
  order: ({ orderId }, _given, context) => (orderId === null ? null : orderById(context, orderId)),
  stage: ({ stage }) => valueOfOrdinal(checkoutStages, stage),
  status: ({ status }) => valueOfOrdinal(checkoutStatuses, status),
};
