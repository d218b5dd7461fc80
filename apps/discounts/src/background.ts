import { randomInt } from "node:crypto";
import { startConsumer } from "@offergraph/service/messaging/consume";
import { Signal } from "@offergraph/service/messaging/wait";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { creditBooked } from "@offergraph/shared/contracts/events/incentives";
import { bulkhead } from "cockatiel";
import { startReferenceAnswers } from "./consumers/answer-lookups.js";
import { assignCodes, concernsGrantedCodes, grantEvents } from "./consumers/assign-codes.js";
import { countOrderUsages, usageEvents, usageKeeps } from "./consumers/count-usages.js";
import { notifyCredits } from "./consumers/notify-credits.js";
import { mayConcernStores, pushableEvents, pushPlacements } from "./consumers/push-placements.js";
import type { PickNumber } from "./domain/grant-codes.js";
import type { DiscountsSettings } from "./env.js";
import type { Prisma } from "./generated/prisma/client.js";
import { startPublishingUsageCounts } from "./jobs/publish-usage-counts.js";
import { startScheduledStatus } from "./jobs/scheduled-status.js";
import { type PushSettings, startPusher } from "./services/store-sync/pusher.js";
import { type StoreSettings, storeSettings } from "./services/stores/settings.js";
import { createStores, type Stores } from "./services/stores/stores.js";

/** Overrides for tests. */
export interface BackgroundOptions {
  reachStores?: (settings: StoreSettings) => Stores;
  push?: Partial<PushSettings>;
  /** Random source of minted codes. */
  pick?: PickNumber;
}

const maxTransactions = 4;

/** Starts the consumers and jobs of the service. */
export function startBackground(
  parts: ServiceDeps<DiscountsSettings, Prisma.TransactionClient>,
  { reachStores = createStores, push, pick = (below) => randomInt(below) }: BackgroundOptions = {},
): BackgroundTask {
  const { settings, pool, nats, signer, relay, log, clock } = parts;
  // Limits the transactions of pushes, so that requests get database connections.
  const turns = bulkhead(Math.max(1, Math.min(maxTransactions, Math.floor(settings.DATABASE_POOL / 2))), Number.POSITIVE_INFINITY);
  const writer: typeof parts.writer = {
    write: (workspaceId, effect) => turns.execute(() => parts.writer.write(workspaceId, effect)),
  };
  const bell = new Signal();
  const stores = reachStores(storeSettings(settings));
  const pusher = startPusher({ pool, writer, stores, log, clock, bell }, push);
  const pushes: typeof writer = {
    async write(workspaceId, effect) {
      const result = await writer.write(workspaceId, effect);
      bell.notify();
      return result;
    },
  };
  const common = { pool, nats, signer, service: "discounts", log, clock };
  const pushAll = pushPlacements(clock);
  const placements = startConsumer<Prisma.TransactionClient, (typeof pushableEvents)[number]>({
    ...common,
    name: "push-placements",
    definitions: pushableEvents,
    handle: (transaction, event) => pushAll(transaction, [event]),
    handleBatch: pushAll,
    filter: mayConcernStores,
    write: pushes.write,
  });
  const usages = startConsumer<Prisma.TransactionClient, (typeof usageEvents)[number]>({
    ...common,
    name: "count-usages",
    definitions: usageEvents,
    keeps: usageKeeps,
    handle: (transaction, event) => countOrderUsages(transaction, [event]),
    handleBatch: countOrderUsages,
    write: parts.writer.write,
  });
  const give = assignCodes(clock, pick);
  const codes = startConsumer<Prisma.TransactionClient, (typeof grantEvents)[number]>({
    ...common,
    name: "give-codes",
    definitions: grantEvents,
    handle: (transaction, event) => give(transaction, [event]),
    handleBatch: give,
    filter: concernsGrantedCodes,
    async write(workspaceId, effect) {
      const result = await parts.writer.write(workspaceId, effect);
      // A respondent waits for the code and may use it at a store right away.
      relay.notify();
      bell.notify();
      return result;
    },
  });
  const credits = startConsumer<Prisma.TransactionClient, typeof creditBooked>({
    ...common,
    name: "tell-credits",
    definitions: [creditBooked],
    handle: notifyCredits(clock),
    write: pushes.write,
  });
  const consumers = [placements, usages, codes, credits];
  const running = [startScheduledStatus(parts), startPublishingUsageCounts(parts), ...consumers, pusher, startReferenceAnswers(parts)];
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}
