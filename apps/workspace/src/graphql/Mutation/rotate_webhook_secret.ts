import { webhookSecretRotated } from "@offergraph/shared/contracts/events/workspace";
import { rotateSecret } from "../../services/webhooks/endpoints.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";

export const rotate_webhook_secret: MutationField<"rotate_webhook_secret"> = mutation(
  { emits: [webhookSecretRotated], secrets: ["secret"] },
  (tx, { input }, { webhooks }: Context) => rotateSecret(tx, webhooks, input.endpointId),
);
