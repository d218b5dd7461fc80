import { randomInt } from "node:crypto";
import { backfillJob } from "@offergraph/service/jobs/backfill";
import { queueFinishedJobs } from "@offergraph/service/long-jobs/queue-finished";
import { Signal } from "@offergraph/service/messaging/wait";
import { lookUpWorkspaces } from "@offergraph/service/replicas/workspace-lookups";
import type { Background, ServiceDeps } from "@offergraph/service/subgraph/run";
import { limited } from "@offergraph/service/tx/database";
import { campaignListed } from "@offergraph/shared/contracts/events/discounts";
import { bulkhead } from "cockatiel";
import { answerLookups } from "./consumers/answer-lookups.js";
import { assignCodes } from "./consumers/assign-codes.js";
import { countOrderUsages } from "./consumers/count-usages.js";
import { eraseCustomer } from "./consumers/erase-customer.js";
import { keepWorkspace } from "./consumers/keep-workspace.js";
import { notifyCredits } from "./consumers/notify-credits.js";
import { pushPlacements } from "./consumers/push-placements.js";
import { backfillPartnerTimes } from "./db/partner-backfill.js";
import type { PickNumber } from "./domain/grant-codes.js";
import type { DiscountsSettings } from "./env.js";
import { type StoreSettings, storeSettings } from "./env.js";
import type { Prisma } from "./generated/prisma/client.js";
import { longRunningJobs } from "./jobs/long-running.js";
import { publishUsageCountsJob } from "./jobs/publish-usage-counts.js";
import { scheduledStatusJob } from "./jobs/scheduled-status.js";
import { listCampaignCodes } from "./services/campaigns/list-codes.js";
import { workspaceReplica } from "./services/connections/workspace-replica.js";
import { type PushSettings, startPusher } from "./services/store-sync/pusher.js";
import { createStores, type Stores } from "./services/stores/stores.js";

export interface BackgroundOptions {
  connectStores?: (settings: StoreSettings) => Stores;
  push?: Partial<PushSettings>;
  pick?: PickNumber;
}

const maxTransactions = 4;

export function background(
  deps: ServiceDeps<DiscountsSettings, Prisma.TransactionClient>,
  { connectStores = createStores, push, pick = (below) => randomInt(below) }: BackgroundOptions = {},
): Background<Prisma.TransactionClient> {
  const { settings, database, log } = deps;
  // Limits the concurrent push transactions, so that database connections remain free for requests.
  const limit = bulkhead(Math.max(1, Math.min(maxTransactions, Math.floor(settings.DATABASE_POOL / 2))), Number.POSITIVE_INFINITY);
  const pushesDue = new Signal();
  const stores = connectStores(storeSettings(settings));
  return {
    consumers: [
      pushPlacements(pushesDue, limit),
      countOrderUsages,
      assignCodes(pushesDue, pick),
      notifyCredits(pushesDue, limit),
      keepWorkspace,
      eraseCustomer,
    ],
    jobs: [
      scheduledStatusJob(log),
      publishUsageCountsJob(log),
      longRunningJobs(deps, pick),
      backfillJob([campaignListed], {
        "created_at of partners": backfillPartnerTimes,
        "deletion of finished jobs": queueFinishedJobs,
        "codes of campaigns": listCampaignCodes,
      }),
      lookUpWorkspaces(deps, workspaceReplica),
    ],
    tasks: [startPusher({ ...deps, database: limited(database, limit), stores, pushesDue }, push), answerLookups(deps)],
  };
}
