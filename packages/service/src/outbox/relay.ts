import type { Subscription } from "@nats-io/transport-node";
import type { Logger } from "@offergraph/shared/log/logger";
import type pg from "pg";
import type { NatsClient, NatsSession } from "../messaging/connection.js";
import type { EventSigner } from "../messaging/signer.js";
import { ensureStream, type StreamSettings } from "../messaging/streams.js";
import { backoff, Signal, sleep } from "../messaging/wait.js";
import { publishBatch } from "./batch.js";
import { BulkWrites } from "./bulk-writes.js";
import { acquireLease, type Lease } from "./lease.js";
import { Pace, readLags } from "./pace.js";
import { startPruning } from "./published-events.js";
import { lossDetector, republishLostEvents } from "./republish.js";

export interface Relay {
  /** Reports that events were committed. Wakes the relay that has the lease, even in another replica of the service. */
  notify(): void;
  /** Finishes the current batch and releases the lease. */
  stop(): Promise<void>;
}

export interface RelayOptions {
  pool: pg.Pool;
  nats: NatsClient;
  service: string;
  signer: EventSigner;
  log: Logger;
  stream?: StreamSettings;
  batchSize?: number;
  /**
   * Milliseconds between two polls of the outbox; defaults to 500. Polling finds events without a notification, for example after a crash,
   * or events of a command of the CLI.
   */
  pollMs?: number;
  /** Days for which published events stay in the database; defaults to 7. */
  keepDays?: number;
  /** The bulk writes of this process, whose events wait. */
  bulkWrites?: Pick<BulkWrites, "has">;
  /** Milliseconds between two checks that NATS still has the published events; defaults to 10,000. */
  checkMs?: number;
}

/** Milliseconds between two polls while events of a workspace must wait (see `Pace`). */
const heldPollMs = 50;

/**
 * Starts the publication of the events in the outbox. Published events stay in the database for some days, so that the relay can publish
 * them again if NATS loses them. The events of a record keep their order, and workspaces take turns. If an event is
 * published twice, NATS drops the duplicate by the event id in the header Nats-Msg-Id. Only one replica of the service publishes at a time.
 * The relay continues after outages of NATS and PostgreSQL.
 */
export function startRelay(options: RelayOptions): Relay {
  const { pool, nats, service, signer, log, stream, batchSize = 200, pollMs = 500, keepDays = 7, checkMs = 10_000 } = options;
  const { bulkWrites = new BulkWrites() } = options;
  const stop = new AbortController();
  const wake = new Signal();
  const notifySubject = `offergraph_notify.${service}`;
  let leading = false;
  let failures = 0;

  const sign = (subject: string, body: string) => signer.sign(service, subject, body);

  const drain = async (session: NatsSession, lease: Lease) => {
    const blockedRecords = new Set<string>();
    const over = AbortSignal.any([stop.signal, session.lost, lease.lost]);
    const assertNothingLost = lossDetector({ ...session, lease, service, checkMs });
    const pace = new Pace(() => readLags(session.connection, service), bulkWrites);
    while (!over.aborted) {
      await assertNothingLost();
      const waiting = await pace.held();
      const result = await publishBatch({ ...session, lease, service, blockedRecords, waiting, size: batchSize, sign, log });
      pace.add(result.published);
      if (result.failure && !over.aborted) throw result.failure;
      if (failures > 0) log.info({ service }, "outbox relay recovered");
      failures = 0;
      if (!result.waiting) await wake.wait(waiting.length > 0 ? heldPollMs : pollMs, over);
    }
  };

  const lead = async () => {
    // Connects to NATS before acquiring the lease. A replica that cannot reach NATS never gets the lease.
    const session = await nats.waitForConnection(stop.signal);
    await ensureStream(session.connection, service, stream);
    const lease = await acquireLease({ pool, name: `relay:${service}`, log, signal: AbortSignal.any([stop.signal, session.lost]) });
    let notifications: Subscription | undefined;
    let stopPruning: (() => void) | undefined;
    try {
      await republishLostEvents({ connection: session.connection, lease, service, log });
      stopPruning = startPruning({ lease, service, keepDays, log });
      notifications = session.connection.subscribe(notifySubject, { callback: () => wake.notify() });
      leading = true;
      await drain(session, lease);
    } finally {
      notifications?.unsubscribe();
      stopPruning?.();
      leading = false;
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
        if (failures === 1) log.warn({ service, reason: (error as Error).message }, "outbox relay failed; retrying");
        await sleep(backoff(failures), stop.signal);
      }
    }
  };
  const done = run();

  return {
    notify() {
      if (leading) return wake.notify();
      const connection = nats.current()?.connection;
      if (connection && !connection.isClosed() && !connection.isDraining()) connection.publish(notifySubject);
    },
    async stop() {
      stop.abort();
      await done;
    },
  };
}
