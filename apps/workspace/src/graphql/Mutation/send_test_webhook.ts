import { webhookEndpointTested } from "@offergraph/shared/contracts/events/workspace";
import { sendTest } from "../../services/webhooks/deliveries.js";
import { type MutationField, mutation } from "../../tx.js";

export const send_test_webhook: MutationField<"send_test_webhook"> = mutation(
  { emits: [webhookEndpointTested] },
  async (tx, { input }) => ({ webhookDelivery: await sendTest(tx, input.endpointId) }),
);
