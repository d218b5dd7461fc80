import { Signal } from "@offergraph/service/messaging/wait";
import type { Background, ServiceDeps } from "@offergraph/service/subgraph/run";
import { limited } from "@offergraph/service/tx/database";
import { bulkhead } from "cockatiel";
import { answerLookups } from "./consumers/answer-lookups.js";
import { eraseCustomer } from "./consumers/erase-customer.js";
import { queueWebhooks } from "./consumers/queue-webhooks.js";
import { registerJobs } from "./consumers/register-jobs.js";
import { revokeKeysOfConnection } from "./consumers/revoke-connection-keys.js";
import { storeAuditEvents } from "./consumers/store-audit-events.js";
import { type WorkspaceServiceSettings, webhookSettings } from "./env.js";
import type { Prisma } from "./generated/prisma/client.js";
import { deleteOldAuditEventsJob } from "./jobs/delete-old-audit-events.js";
import { deleteOldDeliveriesJob } from "./jobs/delete-old-deliveries.js";
import { deleteOldFieldUsageJob } from "./jobs/delete-old-field-usage.js";
import { deleteOldJobsJob } from "./jobs/delete-old-jobs.js";
import { deleteOldTokensJob } from "./jobs/delete-old-tokens.js";
import { endListenersJob } from "./jobs/end-listeners.js";
import { eraseFromWebhooksJob } from "./jobs/erase-from-webhooks.js";
import { limitWebhookBacklogsJob } from "./jobs/limit-webhook-backlogs.js";
import { processWebhookBacklogsJob } from "./jobs/process-webhook-backlogs.js";
import { type DispatcherSettings, startDispatcher } from "./services/webhooks/dispatcher.js";

const maxTransactions = 4;

/** Returns the consumers, jobs and tasks of the service. In tests, `dispatcher` overrides settings of the webhook dispatcher. */
export function background(
  deps: ServiceDeps<WorkspaceServiceSettings, Prisma.TransactionClient>,
  dispatcher?: Partial<DispatcherSettings>,
): Background<Prisma.TransactionClient> {
  const { settings, database } = deps;
  // Limits concurrent transactions of webhooks, because requests also need database connections.
  const limit = bulkhead(Math.max(1, Math.min(maxTransactions, Math.floor(settings.DATABASE_POOL / 2))), Number.POSITIVE_INFINITY);
  const deliveriesDue = new Signal();
  const webhooks = webhookSettings(settings);
  return {
    consumers: [...queueWebhooks(deliveriesDue, limit), ...registerJobs, ...storeAuditEvents, eraseCustomer, revokeKeysOfConnection],
    jobs: [
      deleteOldAuditEventsJob(settings.AUDIT_RETENTION_DAYS),
      deleteOldDeliveriesJob,
      deleteOldFieldUsageJob,
      deleteOldJobsJob,
      deleteOldTokensJob,
      endListenersJob,
      processWebhookBacklogsJob,
      limitWebhookBacklogsJob(),
      eraseFromWebhooksJob(deps.log),
    ],
    tasks: [startDispatcher({ ...deps, database: limited(database, limit), webhooks, deliveriesDue }, dispatcher), answerLookups(deps)],
  };
}
