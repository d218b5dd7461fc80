import { groupBy } from "@offergraph/service/db/group-by";
import { backoff, type Signal, sleep } from "@offergraph/service/messaging/wait";
import { acquireLease, type Lease } from "@offergraph/service/outbox/lease";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { type DueDelivery, readDueDeliveries } from "../../db/webhook-queue.js";
import type { Prisma } from "../../generated/prisma/client.js";
import { EndpointQueue } from "./endpoint-queue.js";
import { createSender } from "./send.js";
import type { WebhookSettings } from "./settings.js";

/**
 * `perEndpoint` limits concurrent requests to an endpoint. `stopTimeoutMs` is the maximum time that a stop waits for requests. After
 * `forgetFailuresMs` without due deliveries, the failure count of an endpoint is reset.
 */
const defaults = {
  perEndpoint: 16,
  timeoutMs: 15_000,
  probe: { firstMs: 1_000, maxMs: 60_000 },
  pollMs: 500,
  stopTimeoutMs: 5_000,
  forgetFailuresMs: 600_000,
};
export type DispatcherSettings = typeof defaults;

export interface DispatcherDeps extends Pick<ServiceDeps<unknown, Prisma.TransactionClient>, "pool" | "database" | "log" | "clock"> {
  webhooks: WebhookSettings;
  deliveriesDue: Signal;
}

/** Sends queued events to webhook endpoints. Only one replica at a time holds the lease and sends. */
export function startDispatcher(deps: DispatcherDeps, settings: Partial<DispatcherSettings> = {}): BackgroundTask {
  const { pool, log, clock, deliveriesDue } = deps;
  const { perEndpoint, timeoutMs, probe, pollMs, stopTimeoutMs, forgetFailuresMs } = { ...defaults, ...settings };
  const stop = new AbortController();
  const sender = createSender(deps.webhooks.allowPrivate, timeoutMs);
  const queues = new Map<string, EndpointQueue>();
  const queueDeps = { ...deps, sender, perEndpoint, probe, stopping: stop.signal, onRoom: () => deliveriesDue.notify() };
  const requests = new AbortController();
  let failures = 0;

  const queueOf = ({ workspaceId, endpointId }: DueDelivery): EndpointQueue => {
    const queue = queues.get(endpointId) ?? new EndpointQueue({ workspaceId, endpointId }, queueDeps);
    queues.set(endpointId, queue);
    return queue;
  };

  const sendDue = async (lease: Lease, signal: AbortSignal): Promise<boolean> => {
    for (const [endpointId, queue] of queues) if (queue.isDisposable(forgetFailuresMs)) queues.delete(endpointId);
    const all = [...queues.values()];
    const busy = all.filter(({ room }) => room === 0).map(({ id }) => id.endpointId);
    const inFlight = all.flatMap((queue) => [...queue.inFlight]);
    const due = await readDueDeliveries(lease, { now: clock.now(), busy, inFlight, perEndpoint });
    let sent = 0;
    for (const [queue, deliveries] of groupBy(due, queueOf)) sent += queue.take(deliveries, signal);
    return sent > 0;
  };

  const sendWithLease = async () => {
    const lease = await acquireLease({ pool, name: "webhooks", log, signal: stop.signal });
    const signal = AbortSignal.any([requests.signal, lease.lost]);
    try {
      while (!stop.signal.aborted && !lease.lost.aborted) {
        const wasDue = await sendDue(lease, signal);
        if (failures > 0) log.info("Webhook deliveries resumed");
        failures = 0;
        if (!wasDue) await deliveriesDue.wait(pollMs, AbortSignal.any([stop.signal, lease.lost]));
      }
    } finally {
      await lease.release();
    }
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        await sendWithLease();
      } catch (error) {
        if (stop.signal.aborted) return;
        failures += 1;
        if (failures === 1) log.warn({ reason: (error as Error).message }, "Sending webhook deliveries failed; retrying");
        await sleep(backoff(failures), stop.signal);
      }
    }
  };
  const done = run();

  return {
    async stop() {
      stop.abort();
      const idle = Promise.all([...queues.values()].map((queue) => queue.idle()));
      await Promise.race([idle, sleep(stopTimeoutMs, new AbortController().signal)]);
      // The next holder of the lease repeats the aborted requests with the same ids.
      requests.abort();
      await idle;
      await done;
      await sender.close();
    },
  };
}
