import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { deliveryStates } from "../domain/ordinals.js";
import type { WebhookDeliveryResolvers } from "../generated/types.js";
import { deliveryById, endpointById, nextAttemptOf } from "./loaders.js";

export const WebhookDelivery: WebhookDeliveryResolvers = {
  __resolveReference: ({ rowId }, context) => deliveryById(context, rowId),
  endpoint: ({ endpointId }, _given, context) => endpointById(context, endpointId),
  payload: ({ body }) => JSON.parse(body),
  state: ({ state }) => valueOfOrdinal(deliveryStates, state),
  nextAttemptAt: ({ rowId, state }, _given, context) =>
    valueOfOrdinal(deliveryStates, state) === "PENDING" ? nextAttemptOf(context, rowId) : null,
};
