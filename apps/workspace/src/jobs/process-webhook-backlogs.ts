import { readWorkspacesWithBacklogs } from "../db/webhook-backlogs.js";
import { processBacklog } from "../services/webhooks/backlog.js";
import { defineJob } from "../tx.js";

/** Ends, resumes or deletes the deliveries of endpoints with many deliveries, in batches. */
export const processWebhookBacklogsJob = defineJob({
  name: "process webhook backlogs",
  emits: [],
  findWorkspaces: readWorkspacesWithBacklogs,
  run: processBacklog,
});
