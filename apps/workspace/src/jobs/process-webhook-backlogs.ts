import { readWorkspacesWithBacklogs } from "../db/webhook-backlogs.js";
import { processBacklog } from "../services/webhooks/backlog.js";
import { defineJob } from "../tx.js";

/**
 * Processes the deliveries of an endpoint in batches, if one transaction cannot process all of them. Marks the deliveries as failed, makes
 * the deliveries due, or deletes the deliveries.
 */
export const processWebhookBacklogsJob = defineJob({
  name: "process webhook backlogs",
  emits: [],
  findWorkspaces: readWorkspacesWithBacklogs,
  run: processBacklog,
});
