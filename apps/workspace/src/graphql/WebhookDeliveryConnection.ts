import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { WebhookDeliveryConnectionResolvers } from "../generated/types.js";

export const WebhookDeliveryConnection: WebhookDeliveryConnectionResolvers = { ...connectionResolvers };
