import { startConsumer } from "@offergraph/shared/events/consume";
import { Bell } from "@offergraph/shared/events/wait";
import type { Background, ServiceParts } from "@offergraph/shared/subgraph/run";
import { bulkhead } from "cockatiel";
import type { DiscountsSettings } from "./env.js";
import { mayConcernStores, pushableEvents, pushPlacements } from "./events/consumers/push-placements.js";
import type { Prisma } from "./generated/prisma/client.js";
import { type PushSettings, startPusher } from "./push/pusher.js";
import { startReferenceAnswers } from "./references/start.js";
import { type StoreSettings, storeSettings } from "./stores/settings.js";
import { createStores, type Stores } from "./stores/stores.js";
import { startTransitions } from "./transitions/start.js";

/** What tests have otherwise. */
export interface BackgroundOptions {
  reachStores?: (settings: StoreSettings) => Stores;
  push?: Partial<PushSettings>;
}

const mostTransactions = 4;

/** Starts what runs beside the server. */
export function startBackground(
  parts: ServiceParts<DiscountsSettings, Prisma.TransactionClient>,
  { reachStores = createStores, push }: BackgroundOptions = {},
): Background {
  const { settings, pool, nats, log, clock } = parts;
  // Pushes wait for each other rather than keep requests waiting for a connection.
  const turns = bulkhead(Math.max(1, Math.min(mostTransactions, Math.floor(settings.DATABASE_POOL / 2))), Number.POSITIVE_INFINITY);
  const writer: typeof parts.writer = {
    write: (workspaceId, effect) => turns.execute(() => parts.writer.write(workspaceId, effect)),
  };
  const bell = new Bell();
  const stores = reachStores(storeSettings(settings));
  const pusher = startPusher({ pool, writer, stores, log, clock, bell }, push);
  const consumer = startConsumer<Prisma.TransactionClient, (typeof pushableEvents)[number]>({
    pool,
    nats,
    service: "discounts",
    name: "push-placements",
    definitions: pushableEvents,
    handle: pushPlacements(clock),
    concerns: mayConcernStores,
    async write(workspaceId, effect) {
      const result = await writer.write(workspaceId, effect);
      bell.ring();
      return result;
    },
    log,
    clock,
  });
  const running = [startTransitions(parts), consumer, pusher, startReferenceAnswers(parts)];
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}
