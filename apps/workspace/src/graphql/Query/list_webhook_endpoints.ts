import { readWebhookEndpointPage } from "../../db/webhook-endpoints.js";
import type { QueryField } from "../context.js";

export const list_webhook_endpoints: QueryField<"list_webhook_endpoints"> = (_source, given, context) =>
  readWebhookEndpointPage(context, given);
