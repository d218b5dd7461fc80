import { groupBy } from "@offergraph/service/db/group-by";
import type { WorkspaceWriter } from "@offergraph/service/db/write";
import { backoff, type Signal, sleep } from "@offergraph/service/messaging/wait";
import { acquireLease, type Lease } from "@offergraph/service/outbox/lease";
import type { BackgroundTask } from "@offergraph/service/subgraph/run";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Clock } from "@offergraph/shared/time/clock";
import type pg from "pg";
import { type DuePush, readDuePushes } from "../../db/due-pushes.js";
import type { Prisma } from "../../generated/prisma/client.js";
import type { Stores } from "../stores/stores.js";
import type { RetryWaits } from "./record.js";
import { StoreQueue } from "./store-queue.js";

/** Settings of the pusher; defaults in `usual`. */
export interface PushSettings {
  perStore: number;
  waits: RetryWaits;
  /** Polling interval in milliseconds. */
  pollMs: number;
  /** Milliseconds that a stop waits for requests in progress. */
  patienceMs: number;
}

const usual: PushSettings = {
  perStore: 8,
  waits: { away: { firstMs: 1_000, maxMs: 60_000 }, refused: { firstMs: 60_000, maxMs: 3_600_000 } },
  pollMs: 500,
  patienceMs: 5_000,
};

export interface PusherParts {
  pool: pg.Pool;
  writer: WorkspaceWriter<Prisma.TransactionClient>;
  stores: Stores;
  log: Logger;
  clock: Clock;
  /** Notified when pushes may be due. */
  bell: Signal;
}

const maxAtOnce = 100;

/**
 * Pushes placements to stores (decisions.md 3). One replica holds the lease; another takes over if it fails. Keeps retrying while stores or
 * PostgreSQL are unavailable.
 */
export function startPusher(parts: PusherParts, settings: Partial<PushSettings> = {}): BackgroundTask {
  const { pool, log, clock, bell } = parts;
  const { pollMs, patienceMs, ...rest } = { ...usual, ...settings };
  const stop = new AbortController();
  const lanes = new Map<string, StoreQueue>();
  let failures = 0;
  const laneParts = { ...parts, ...rest, stopping: stop.signal, onRoom: () => bell.notify() };

  const laneOf = ({ workspaceId, connectionId }: DuePush): StoreQueue => {
    const key = `${workspaceId} ${connectionId}`;
    const lane = lanes.get(key) ?? new StoreQueue({ workspaceId, connectionId }, laneParts);
    lanes.set(key, lane);
    return lane;
  };

  /** Hands due pushes to the lanes with room; returns true if there were any. */
  const handOut = async (lease: Lease, over: AbortSignal): Promise<boolean> => {
    for (const [key, lane] of lanes) if (lane.inHand.size === 0 && !lane.isResting()) lanes.delete(key);
    const all = [...lanes.values()];
    const busy = all.filter(({ room }) => room === 0).map(({ id }) => id.connectionId);
    const inHand = all.flatMap(({ id, inHand: subjects }) => [...subjects].map((subjectId) => ({ ...id, subjectId })));
    const due = await readDuePushes(lease, { now: clock.now(), busy, inHand, most: maxAtOnce });
    for (const [lane, pushes] of groupBy(due, laneOf)) void lane.take(pushes.slice(0, lane.room), over);
    return due.length > 0;
  };

  const lead = async () => {
    const lease = await acquireLease({ pool, name: "pusher", log, signal: stop.signal });
    const over = AbortSignal.any([stop.signal, lease.lost]);
    try {
      while (!over.aborted) {
        const wasDue = await handOut(lease, over);
        if (failures > 0) log.info("Store pushes resumed");
        failures = 0;
        if (!wasDue) await bell.wait(pollMs, over);
      }
    } finally {
      await lease.release();
    }
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        await lead();
      } catch (error) {
        if (stop.signal.aborted) return;
        failures += 1;
        if (failures === 1) log.warn({ reason: (error as Error).message }, "Store pushes failed; retrying");
        await sleep(backoff(failures), stop.signal);
      }
    }
  };
  const done = run();

  return {
    async stop() {
      stop.abort();
      await done;
      const idle = Promise.all([...lanes.values()].map((lane) => lane.idle()));
      await Promise.race([idle, sleep(patienceMs, new AbortController().signal)]);
      // The next replica repeats interrupted requests with the same message id.
      await parts.stores.close();
      await idle;
    },
  };
}
