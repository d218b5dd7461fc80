import { randomInt } from "node:crypto";
import { creditBooked } from "@offergraph/shared/events/catalog/incentives";
import { startConsumer } from "@offergraph/shared/events/consume";
import { Bell } from "@offergraph/shared/events/wait";
import type { Background, ServiceParts } from "@offergraph/shared/subgraph/run";
import { bulkhead } from "cockatiel";
import type { PickNumber } from "./domain/grant-codes.js";
import type { DiscountsSettings } from "./env.js";
import { countOrderUsages, usageEvents, usageKeeps } from "./events/consumers/count-usages.js";
import { concernsCodes, giveCodes, grantEvents } from "./events/consumers/give-codes.js";
import { mayConcernStores, pushableEvents, pushPlacements } from "./events/consumers/push-placements.js";
import { tellCredits } from "./events/consumers/tell-credits.js";
import type { Prisma } from "./generated/prisma/client.js";
import { type PushSettings, startPusher } from "./push/pusher.js";
import { startReferenceAnswers } from "./references/start.js";
import { type StoreSettings, storeSettings } from "./stores/settings.js";
import { createStores, type Stores } from "./stores/stores.js";
import { startTransitions } from "./transitions/start.js";
import { startTellingUsages } from "./usages/tell.js";

/** Overrides for tests. */
export interface BackgroundOptions {
  reachStores?: (settings: StoreSettings) => Stores;
  push?: Partial<PushSettings>;
  /** Random source of minted codes. */
  pick?: PickNumber;
}

const mostTransactions = 4;

/** Starts the consumers and jobs of the service. */
export function startBackground(
  parts: ServiceParts<DiscountsSettings, Prisma.TransactionClient>,
  { reachStores = createStores, push, pick = (below) => randomInt(below) }: BackgroundOptions = {},
): Background {
  const { settings, pool, nats, signer, relay, log, clock } = parts;
  // Limits the transactions of pushes, so that requests get database connections.
  const turns = bulkhead(Math.max(1, Math.min(mostTransactions, Math.floor(settings.DATABASE_POOL / 2))), Number.POSITIVE_INFINITY);
  const writer: typeof parts.writer = {
    write: (workspaceId, effect) => turns.execute(() => parts.writer.write(workspaceId, effect)),
  };
  const bell = new Bell();
  const stores = reachStores(storeSettings(settings));
  const pusher = startPusher({ pool, writer, stores, log, clock, bell }, push);
  const pushes: typeof writer = {
    async write(workspaceId, effect) {
      const result = await writer.write(workspaceId, effect);
      bell.ring();
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
    handleAll: pushAll,
    concerns: mayConcernStores,
    write: pushes.write,
  });
  const usages = startConsumer<Prisma.TransactionClient, (typeof usageEvents)[number]>({
    ...common,
    name: "count-usages",
    definitions: usageEvents,
    keeps: usageKeeps,
    handle: (transaction, event) => countOrderUsages(transaction, [event]),
    handleAll: countOrderUsages,
    write: parts.writer.write,
  });
  const give = giveCodes(clock, pick);
  const codes = startConsumer<Prisma.TransactionClient, (typeof grantEvents)[number]>({
    ...common,
    name: "give-codes",
    definitions: grantEvents,
    handle: (transaction, event) => give(transaction, [event]),
    handleAll: give,
    concerns: concernsCodes,
    async write(workspaceId, effect) {
      const result = await parts.writer.write(workspaceId, effect);
      // A respondent waits for the code and may use it at a store right away.
      relay.poke();
      bell.ring();
      return result;
    },
  });
  const credits = startConsumer<Prisma.TransactionClient, typeof creditBooked>({
    ...common,
    name: "tell-credits",
    definitions: [creditBooked],
    handle: tellCredits(clock),
    write: pushes.write,
  });
  const consumers = [placements, usages, codes, credits];
  const running = [startTransitions(parts), startTellingUsages(parts), ...consumers, pusher, startReferenceAnswers(parts)];
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}
