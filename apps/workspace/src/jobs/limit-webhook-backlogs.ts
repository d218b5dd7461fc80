import { webhookEndpointDisabled } from "@offergraph/shared/contracts/events/workspace";
import { limitPending } from "../services/webhooks/disable.js";
import { findOverLimit } from "../services/webhooks/find-over-limit.js";
import { defineJob } from "../tx.js";

const maxPending = 100_000;

/** Disables endpoints with too many pending deliveries. Counting in each consumer would slow down all events. */
export const limitWebhookBacklogsJob = () =>
  defineJob({
    name: "limit webhook backlogs",
    everyMs: 30_000,
    emits: [webhookEndpointDisabled],
    findWorkspaces: findOverLimit(maxPending),
    async run(tx) {
      await limitPending(tx, maxPending);
      return false;
    },
  });
