import { readWebhookDeliveryPage } from "../../db/webhook-deliveries.js";
import type { QueryField } from "../context.js";

export const list_webhook_deliveries: QueryField<"list_webhook_deliveries"> = (_source, given, context) =>
  readWebhookDeliveryPage(context, given);
