import { webhookEndpointDeleted } from "@offergraph/shared/contracts/events/workspace";
import { removeEndpoint } from "../../services/webhooks/endpoints.js";
import { type MutationField, mutation } from "../../tx.js";

export const delete_webhook_endpoint: MutationField<"delete_webhook_endpoint"> = mutation(
  { emits: [webhookEndpointDeleted] },
  async (tx, { input }) => ({ deletedId: await removeEndpoint(tx, input.endpointId) }),
);
