import { webhookEndpointUpdated } from "@offergraph/shared/contracts/events/workspace";
import { changeEndpoint } from "../../services/webhooks/endpoints.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";

export const update_webhook_endpoint: MutationField<"update_webhook_endpoint"> = mutation(
  { emits: [webhookEndpointUpdated] },
  async (tx, { input: { endpointId, ...input } }, { webhooks }: Context) => ({
    webhookEndpoint: await changeEndpoint(tx, webhooks, endpointId, input),
  }),
);
