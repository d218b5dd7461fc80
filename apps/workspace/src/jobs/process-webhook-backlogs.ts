import { readWorkspacesWithBacklogs } from "../db/webhook-backlogs.js";
import { processBacklog } from "../services/webhooks/backlog.js";
import { defineJob } from "../tx.js";

/** Marks deliveries as failed, makes them due, or deletes them, if an endpoint has too many deliveries for one transaction. */
export const processWebhookBacklogsJob = defineJob({
  name: "process webhook backlogs",
  emits: [],
  findWorkspaces: readWorkspacesWithBacklogs,
  run: processBacklog,
});
