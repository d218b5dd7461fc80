import { groupBy } from "@offergraph/service/db/group-by";
import { backoff, type Signal, sleep } from "@offergraph/service/messaging/wait";
import { acquireLease, type Lease } from "@offergraph/service/outbox/lease";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { type DuePush, readDuePushes } from "../../db/store-pushes.js";
import type { Stores } from "../stores/stores.js";
import { maxWaiting, StoreQueue } from "./store-queue.js";

/** `stopTimeoutMs` is the maximum time that `stop` waits for requests in progress. */
const defaults = {
  perStore: 8,
  waits: { unavailable: { firstMs: 1_000, maxMs: 60_000 }, rejected: { firstMs: 60_000, maxMs: 3_600_000 } },
  pollMs: 500,
  stopTimeoutMs: 5_000,
};
export type PushSettings = typeof defaults;

export interface PusherDeps extends Pick<ServiceDeps<unknown, unknown>, "pool" | "database" | "log" | "clock"> {
  stores: Stores;
  pushesDue: Signal;
}

/** Pushes discount codes, minted codes and credits to stores. Only the replica that holds the lease pushes. Repeats failed pushes. */
export function startPusher(deps: PusherDeps, settings: Partial<PushSettings> = {}): BackgroundTask {
  const { pool, log, clock, pushesDue } = deps;
  const { pollMs, stopTimeoutMs, ...rest } = { ...defaults, ...settings };
  const stop = new AbortController();
  const queues = new Map<string, StoreQueue>();
  let failures = 0;
  const queueDeps = { ...deps, ...rest, stopping: stop.signal, onRoom: () => pushesDue.notify() };

  const queueOf = ({ workspaceId, connectionId }: DuePush): StoreQueue => {
    const key = `${workspaceId} ${connectionId}`;
    const queue = queues.get(key) ?? new StoreQueue({ workspaceId, connectionId }, queueDeps);
    queues.set(key, queue);
    return queue;
  };

  const pushDue = async (lease: Lease, signal: AbortSignal): Promise<boolean> => {
    for (const [key, queue] of queues) if (queue.inFlight.size === 0 && !queue.isCircuitOpen()) queues.delete(key);
    const all = [...queues.values()];
    const busy = all.filter(({ room }) => room === 0).map(({ id }) => id.connectionId);
    const inFlight = all.flatMap(({ id, inFlight: subjects }) => [...subjects].map((subjectId) => ({ ...id, subjectId })));
    const due = await readDuePushes(lease, { now: clock.now(), busy, inFlight, perStore: maxWaiting(rest.perStore) });
    for (const [queue, pushes] of groupBy(due, queueOf)) void queue.push(pushes.slice(0, queue.room), signal);
    return due.length > 0;
  };

  const pushWithLease = async () => {
    const lease = await acquireLease({ pool, name: "pusher", log, signal: stop.signal });
    const signal = AbortSignal.any([stop.signal, lease.lost]);
    try {
      while (!signal.aborted) {
        const wasDue = await pushDue(lease, signal);
        if (failures > 0) log.info("Store pushes resumed");
        failures = 0;
        if (!wasDue) await pushesDue.wait(pollMs, signal);
      }
    } finally {
      await lease.release();
    }
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        await pushWithLease();
      } catch (error) {
        if (stop.signal.aborted) return;
        failures += 1;
        if (failures === 1) log.warn({ reason: (error as Error).message }, "Pushing to stores failed; retrying");
        await sleep(backoff(failures), stop.signal);
      }
    }
  };
  const done = run();

  return {
    async stop() {
      stop.abort();
      await done;
      const idle = Promise.all([...queues.values()].map((queue) => queue.idle()));
      await Promise.race([idle, sleep(stopTimeoutMs, new AbortController().signal)]);
      // `stores.close` interrupts the requests in progress. The next lease holder repeats an interrupted request with the same message id.
      await deps.stores.close();
      await idle;
    },
  };
}
