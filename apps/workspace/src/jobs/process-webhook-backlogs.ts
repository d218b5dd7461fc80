import { readWorkspacesWithBacklogs } from "../db/webhook-backlogs.js";
import { processBacklog } from "../services/webhooks/backlog.js";
import { defineJob } from "../tx.js";

/**
 * Processes an endpoint's deliveries in batches if they do not fit into one transaction. Fails the deliveries, deletes the deliveries, or
 * makes the deliveries due.
 */
export const processWebhookBacklogsJob = defineJob({
  name: "process webhook backlogs",
  emits: [],
  findWorkspaces: readWorkspacesWithBacklogs,
  run: processBacklog,
});
