import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { WebhookEndpointConnectionResolvers } from "../generated/types.js";

export const WebhookEndpointConnection: WebhookEndpointConnectionResolvers = { ...connectionResolvers };
