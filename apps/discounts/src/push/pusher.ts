import { groupBy } from "@offergraph/shared/database/group-by";
import type { WorkspaceWriter } from "@offergraph/shared/database/write";
import { type Bell, backoff, pause } from "@offergraph/shared/events/wait";
import type { Logger } from "@offergraph/shared/log/logger";
import { acquireLease, type Lease } from "@offergraph/shared/outbox/lease";
import type { Background } from "@offergraph/shared/subgraph/run";
import type { Clock } from "@offergraph/shared/time/clock";
import type pg from "pg";
import { type DuePush, readDuePushes } from "../data/due-pushes.js";
import type { Prisma } from "../generated/prisma/client.js";
import type { Stores } from "../stores/stores.js";
import { Lane } from "./lane.js";
import type { RetryWaits } from "./record.js";

/** How the pusher goes about it; the usual values are `usual`. */
export interface PushSettings {
  perStore: number;
  waits: RetryWaits;
  /** How often to look without being rung for. */
  pollMs: number;
  /** How long a stop waits for the answers that are under way. */
  patienceMs: number;
}

const usual: PushSettings = {
  perStore: 8,
  waits: { away: { firstMs: 1_000, mostMs: 60_000 }, refused: { firstMs: 60_000, mostMs: 3_600_000 } },
  pollMs: 500,
  patienceMs: 5_000,
};

export interface PusherParts {
  pool: pg.Pool;
  writer: WorkspaceWriter<Prisma.TransactionClient>;
  stores: Stores;
  log: Logger;
  clock: Clock;
  /** Rung when there may be something to push. */
  bell: Bell;
}

const mostAtOnce = 100;

/**
 * Brings stores to what their placements say (decisions.md 3). Of all replicas one does it; it goes on elsewhere when that one dies.
 * Outlives stores and PostgreSQL being away.
 */
export function startPusher(parts: PusherParts, settings: Partial<PushSettings> = {}): Background {
  const { pool, log, clock, bell } = parts;
  const { pollMs, patienceMs, ...rest } = { ...usual, ...settings };
  const stop = new AbortController();
  const lanes = new Map<string, Lane>();
  let failures = 0;
  const laneParts = { ...parts, ...rest, stopping: stop.signal, onRoom: () => bell.ring() };

  const laneOf = ({ workspaceId, connectionId }: DuePush): Lane => {
    const key = `${workspaceId} ${connectionId}`;
    const lane = lanes.get(key) ?? new Lane({ workspaceId, connectionId }, laneParts);
    lanes.set(key, lane);
    return lane;
  };

  /** Hands what is due to the lanes of its stores, as far as they have room; returns whether there was anything. */
  const handOut = async (lease: Lease, over: AbortSignal): Promise<boolean> => {
    for (const [key, lane] of lanes) if (lane.inHand.size === 0 && !lane.isResting()) lanes.delete(key);
    const all = [...lanes.values()];
    const busy = all.filter(({ room }) => room === 0).map(({ id }) => id.connectionId);
    const inHand = all.flatMap(({ id, inHand: subjects }) => [...subjects].map((subjectId) => ({ ...id, subjectId })));
    const due = await readDuePushes(lease, { now: clock.now(), busy, inHand, most: mostAtOnce });
    for (const [lane, pushes] of groupBy(due, laneOf)) void lane.take(pushes.slice(0, lane.room), over);
    return due.length > 0;
  };

  const lead = async () => {
    const lease = await acquireLease({ pool, name: "pusher", log, signal: stop.signal });
    const over = AbortSignal.any([stop.signal, lease.lost]);
    try {
      while (!over.aborted) {
        const wasDue = await handOut(lease, over);
        if (failures > 0) log.info("stores are pushed to again");
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
        if (failures === 1) log.warn({ reason: (error as Error).message }, "stores cannot be pushed to, trying again");
        await pause(backoff(failures), stop.signal);
      }
    }
  };
  const done = run();

  return {
    async stop() {
      stop.abort();
      await done;
      const idle = Promise.all([...lanes.values()].map((lane) => lane.idle()));
      await Promise.race([idle, pause(patienceMs, new AbortController().signal)]);
      // What is cut off now is sent again by the next one, under the same id.
      await parts.stores.close();
      await idle;
    },
  };
}
