import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { Logger } from "@offergraph/shared/log/logger";
import { type Clock, systemClock } from "@offergraph/shared/time/clock";
import type pg from "pg";
import { z } from "zod";
import { acquireLease, type Lease } from "../outbox/lease.js";
import { maxBatch } from "../tx/batch-sizes.js";
import type { SqlTx } from "../tx/tx.js";
import type { NatsClient } from "./connection.js";
import { maxReadAhead } from "./in-flight.js";
import type { WriteEffect } from "./inbox.js";
import type { KeptFields } from "./kept-fields.js";
import { moveInbox } from "./move-inbox.js";
import { runOrderedConsumer } from "./ordered-consumer.js";
import { durableOf } from "./permissions.js";
import { type HandleBatch, processBatch } from "./process-batch.js";
import { processMessage } from "./process-message.js";
import { pruneInbox } from "./prune-inbox.js";
import type { EventSigner } from "./signer.js";
import { type EventFilter, eventSkipper, type IsNeeded, needChecker } from "./skip-events.js";
import { isWithoutStream, streamOf } from "./streams.js";
import { backoff, sleep, succeeds } from "./wait.js";
import { WorkspaceClasses } from "./workspace-classes.js";

export interface ConsumerOptions<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition> {
  pool: pg.Pool;
  nats: NatsClient;
  service: string;
  /**
   * Name of the consumer within the service: lower-case letters, digits and dashes. NATS stores the consumer's position in the stream under
   * the consumer's name. To rename a consumer, add the earlier name to former-consumers.ts.
   */
  name: string;
  /** Earlier name of the consumer. The inbox records of the earlier name are moved to `name` before the first event is processed. */
  formerName?: string;
  definitions: readonly [Definition, ...Definition[]];
  /**
   * Handles an event once, in the transaction that stores the event's inbox record. After an error, the event is retried. A retry delays
   * only later events of the same record. If `handle` throws a PublicError, the dead letter contains the error's message.
   */
  handle(transaction: Transaction, event: EventOf<Definition>): Promise<void>;
  /**
   * Handles many events of one workspace, each of a different record. A failed batch is retried in smaller batches, and finally event by
   * event with `handle`.
   */
  handleBatch?: HandleBatch<Transaction, Definition>;
  /** Fields that the consumer uses (see `keepsOf`), by default all. Skips events in which none of these fields changed. */
  keeps?: KeptFields;
  /**
   * Returns false to skip the event without validation and without a transaction. Must always return the same result for the same event.
   * The event may be invalid and has no default values, because `filter` runs before the validation.
   */
  filter?: EventFilter<Definition>;
  /** Returns false if the consumer can skip the workspace's events that arrived before the call. */
  isNeeded?: IsNeeded;
  /** Verifies the producer's signature. Events without a valid signature go to the dead letters. */
  signer: EventSigner;
  write: WriteEffect<Transaction>;
  log: Logger;
  /** Number of attempts before an event goes to the dead letters; defaults to 8. */
  maxAttempts?: number;
  /** Backoff after the first failure in milliseconds; defaults to 250. Each further failure doubles the backoff, up to 30 s. */
  firstRetryMs?: number;
  /** Returns the maximum number of events of a workspace per transaction (see `BatchSizes`); defaults to 500. */
  batchSizeOf?(workspaceId: string): number;
  /** Number of records whose events are processed concurrently; defaults to 4. */
  concurrency?: number;
  clock?: Clock;
}

const hourMs = 3_600_000;

/**
 * Consumes events of another service. Processes the events of each record in order. Each event takes effect once, even after crashes and
 * outages. Only one replica of the service processes events at a time. Throws an Error if the definitions belong to several services.
 */
export function startConsumer<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>(
  options: ConsumerOptions<Transaction, Definition>,
): { stop(): Promise<void> } {
  const { name, log } = options;
  const source = sourceOf(options.definitions);
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`Consumer name "${name}" must consist of lower-case letters, digits and dashes.`);
  const stop = new AbortController();
  let failures = 0;
  const onProcessed = () => {
    if (failures > 0) log.info({ consumer: name }, "consumer recovered");
    failures = 0;
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        await consume(options, source, stop.signal, onProcessed);
      } catch (error) {
        if (stop.signal.aborted) return;
        failures += 1;
        const how = isWithoutStream(error) ? "info" : "warn";
        if (failures === 1) log[how]({ consumer: name, reason: (error as Error).message }, "consumer failed; retrying");
        await sleep(backoff(failures, 100, 2_000), stop.signal);
      }
    }
  };
  const done = run();
  return {
    async stop() {
      stop.abort();
      await done;
    },
  };
}

interface Source {
  producer: string;
  filter: string;
}

/** Waits for the lease, and consumes events until the connection or the lease is lost or `stop` aborts. */
async function consume<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>(
  options: ConsumerOptions<Transaction, Definition>,
  { producer, filter }: Source,
  stop: AbortSignal,
  onProcessed: () => void,
): Promise<void> {
  const { pool, nats, service, name, formerName, definitions, keeps = new Map(), log, concurrency = 4, clock = systemClock } = options;
  const { connection, lost } = await nats.waitForConnection(stop);
  const signal = AbortSignal.any([stop, lost]);
  const lease = await acquireLease({ pool, name: `consumer:${service}/${name}`, log, signal });
  const over = AbortSignal.any([stop, lost, lease.lost]);
  const databaseAnswers = async () => (await succeeds(lease.query("SELECT 1"))) && !lease.lost.aborted;
  const delivery = {
    maxAttempts: 8,
    firstRetryMs: 250,
    batchSizeOf: () => maxBatch,
    ...options,
    ...{ producer, connection, over, databaseAnswers },
    classes: new WorkspaceClasses(),
  };
  const { handleBatch, isNeeded } = options;
  const needs = isNeeded && needChecker(isNeeded, maxReadAhead);
  const batched = handleBatch && processBatch(delivery, handleBatch, concurrency);
  const stream = streamOf(producer);
  const prune = () =>
    pruneInbox({ connection, stream, consumer: name, now: clock.now().getTime(), query: lease.query }).catch((error: Error) =>
      log.warn({ consumer: name, reason: error.message }, "failed to prune the inbox; retrying in an hour"),
    );
  let formerLease: Lease | undefined;
  const pruning = setInterval(prune, hourMs);
  try {
    // While this replica holds the lease of the earlier name, replicas of earlier versions process no events.
    if (formerName !== undefined) {
      formerLease = await acquireLease({ pool, name: `consumer:${service}/${formerName}`, log, signal });
      await moveInbox(lease, formerName, name);
    }
    while (!over.aborted) {
      await runOrderedConsumer({
        connection,
        stream,
        durable: durableOf(service, name),
        addresses: [name, ...(formerName === undefined ? [] : [formerName])].map((one) => `${service}/${one}`),
        filter,
        subjects: new Set<string>(definitions.map(({ subject }) => subject)),
        concurrency: handleBatch ? maxReadAhead : concurrency,
        skip: eventSkipper(keeps, options.filter),
        onReceived: (workspaceId) => delivery.classes.received(workspaceId),
        over,
        taken: (ids) => alreadyTaken(lease, name, ids),
        take: async (message, backoffFor) => {
          const isSkipped = needs && !message.replayed && !(await needs(message));
          const isDone = isSkipped || (await (batched?.(message, backoffFor) ?? processMessage(delivery, message, backoffFor)));
          if (isDone) onProcessed();
          return isDone;
        },
      });
    }
  } finally {
    clearInterval(pruning);
    await formerLease?.release();
    await lease.release();
  }
}

async function alreadyTaken(lease: Lease, consumer: string, ids: unknown[]): Promise<boolean[]> {
  const known = ids.map((id) => z.guid().safeParse(id).data?.toLowerCase());
  if (known.every((id) => id === undefined)) return known.map(() => false);
  const text = "SELECT event_id FROM inbox_events WHERE consumer = $1 AND event_id = ANY($2::uuid[])";
  const rows = await lease.query<{ event_id: string }>(text, [consumer, known.filter((id) => id !== undefined)]);
  const taken = new Set(rows.map((row) => row.event_id));
  return known.map((id) => id !== undefined && taken.has(id));
}

/** Returns the producer and one subject filter for all definitions. NATS before 2.10 allows only one filter per consumer. */
function sourceOf(definitions: readonly [EventDefinition, ...EventDefinition[]]): Source {
  const [{ service, entity, subject }] = definitions;
  if (definitions.some((other) => other.service !== service))
    throw new Error("A consumer can process events of only one service. Use one consumer per service.");
  if (definitions.length === 1) return { producer: service, filter: subject };
  const oneEntity = definitions.every((other) => other.entity === entity);
  return { producer: service, filter: oneEntity ? `offergraph.${service}.${entity}.>` : `offergraph.${service}.>` };
}
