import { webhookEndpointCreated } from "@offergraph/shared/contracts/events/workspace";
import { createEndpoint } from "../../services/webhooks/endpoints.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";

export const create_webhook_endpoint: MutationField<"create_webhook_endpoint"> = mutation(
  { emits: [webhookEndpointCreated], secrets: ["secret"] },
  (tx, { input }, { webhooks }: Context) => createEndpoint(tx, webhooks, input),
);
