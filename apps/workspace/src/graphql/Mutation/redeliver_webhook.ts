import { webhookRedeliveryRequested } from "@offergraph/shared/contracts/events/workspace";
import { redeliver } from "../../services/webhooks/deliveries.js";
import { type MutationField, mutation } from "../../tx.js";

export const redeliver_webhook: MutationField<"redeliver_webhook"> = mutation(
  { emits: [webhookRedeliveryRequested] },
  async (tx, { input }) => ({ webhookDeliveries: await redeliver(tx, input.deliveryIds) }),
);
