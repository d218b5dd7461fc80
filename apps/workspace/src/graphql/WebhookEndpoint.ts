import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { disabledReasons, endpointStates } from "../domain/ordinals.js";
import type { WebhookEndpointResolvers } from "../generated/types.js";
import { endpointById } from "./loaders.js";

export const WebhookEndpoint: WebhookEndpointResolvers = {
  __resolveReference: ({ rowId }, context) => endpointById(context, rowId),
  state: ({ state }) => valueOfOrdinal(endpointStates, state),
  disabledReason: ({ disabledReason }) => (disabledReason === null ? null : valueOfOrdinal(disabledReasons, disabledReason)),
};
