import type pg from "pg";
import { z } from "zod";
import type { Logger } from "../log/logger.js";
import type { RawTransaction } from "../outbox/add.js";
import { acquireLease, type Lease } from "../outbox/lease.js";
import { type Clock, systemClock } from "../time/clock.js";
import type { NatsLink } from "./connection.js";
import type { EventDefinition } from "./define.js";
import { deliver, type Message } from "./deliver.js";
import { deliverTogether, type HandleAll } from "./deliver-together.js";
import type { WriteEffect } from "./effect.js";
import { forgetOldEvents } from "./forget.js";
import { changesNothingKept, type KeptFields } from "./kept-fields.js";
import { durableOf } from "./permissions.js";
import type { EventOf } from "./received.js";
import { maxReadAhead, type RestFor, runSession } from "./session.js";
import type { EventSigner } from "./signer.js";
import { isWithoutStream, streamOf } from "./streams.js";
import { assertListed } from "./topology.js";
import { backoff, pause } from "./wait.js";

export interface ConsumerOptions<Transaction extends RawTransaction, Definition extends EventDefinition> {
  pool: pg.Pool;
  nats: NatsLink;
  /** The consuming service. */
  service: string;
  /** The consumer's name within its service, lower case with dashes. Never change it: it is where the consumer stands. */
  name: string;
  /** The events it takes, all of one producing service. */
  definitions: readonly [Definition, ...Definition[]];
  /**
   * The effect, in the transaction that also remembers the event: it happens once. A failure is tried again, and holds up the same record's
   * later events only. A PublicError's message is kept with the dead letter.
   */
  handle(transaction: Transaction, event: EventOf<Definition>): Promise<void>;
  /**
   * The same effect for many events of a workspace in one transaction, each of another record: given where thousands come at once.
   * Where it fails, or one of the events was taken before, `handle` takes each by itself.
   */
  handleAll?: HandleAll<Transaction, Definition>;
  /** The fields that it keeps of events that say what changed (`keepsOf`); an event that changed none of them costs nothing. All, unless given. */
  keeps?: KeptFields;
  /** Whether an event is to have an effect at all: what it says of an event never changes. One that is not costs no transaction. All are, unless given. */
  concerns?(event: EventOf<Definition>): boolean;
  /** Verifies that the producer signed an event: what it did not sign goes to the dead letters. */
  signer: EventSigner;
  write: WriteEffect<Transaction>;
  log: Logger;
  /** Tries before an event goes to the dead letters; 8 unless given (decisions.md 6). */
  tries?: number;
  /** The wait after the first failure, doubled after each one up to 30 s; 250 ms unless given. */
  firstRetryMs?: number;
  /** How many records are worked on at once; 4 unless given. */
  concurrency?: number;
  clock?: Clock;
}

const hourMs = 3_600_000;

/**
 * Takes events of another service: each effect once, in order per record, whatever dies (decisions.md 6).
 * Of all replicas one takes a consumer's events; it goes on elsewhere when that one dies. Outlives NATS and PostgreSQL being away.
 * Throws an Error at once when the definitions are of several services, or topology.ts does not list the consumer.
 */
export function startConsumer<Transaction extends RawTransaction, Definition extends EventDefinition>(
  options: ConsumerOptions<Transaction, Definition>,
): { stop(): Promise<void> } {
  const {
    pool,
    nats,
    service,
    name,
    definitions,
    handleAll,
    keeps = new Map(),
    log,
    tries = 8,
    firstRetryMs = 250,
    concurrency = 4,
    clock = systemClock,
  } = options;
  const { producer, filter } = sourceOf(definitions);
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`The consumer's name "${name}" is not lower case with dashes.`);
  assertListed(service, name, producer);
  const stop = new AbortController();
  let failures = 0;

  const consume = async () => {
    const { connection, lost } = await nats.connected(stop.signal);
    const lease = await acquireLease({ pool, name: `consumer:${service}/${name}`, log, signal: AbortSignal.any([stop.signal, lost]) });
    const over = AbortSignal.any([stop.signal, lost, lease.lost]);
    const databaseAnswers = () =>
      lease.query("SELECT 1").then(
        () => !lease.lost.aborted,
        () => false,
      );
    const delivery = { ...options, producer, connection, over, databaseAnswers, tries, firstRetryMs };
    const take = handleAll
      ? deliverTogether(delivery, handleAll, concurrency)
      : (message: Message, rest: RestFor) => deliver(delivery, message, rest);
    const session = {
      connection,
      stream: streamOf(producer),
      durable: durableOf(service, name),
      address: `${service}/${name}`,
      filter,
      subjects: new Set<string>(definitions.map(({ subject }) => subject)),
      concurrency: handleAll ? maxReadAhead : concurrency,
      skip: (json: unknown) => changesNothingKept(keeps, json),
      over,
    };
    const forget = () =>
      forgetOldEvents({ connection, stream: session.stream, consumer: name, now: clock.now().getTime(), query: lease.query }).catch(
        (error: Error) => log.warn({ consumer: name, reason: error.message }, "the inbox could not be tidied, trying again in an hour"),
      );
    const tidying = setInterval(forget, hourMs);
    try {
      while (!over.aborted) {
        await runSession({
          ...session,
          taken: (ids) => alreadyTaken(lease, name, ids),
          take: async (message, rest) => {
            const done = await take(message, rest);
            if (done && failures > 0) log.info({ consumer: name }, "the consumer works again");
            if (done) failures = 0;
            return done;
          },
        });
      }
    } finally {
      clearInterval(tidying);
      await lease.release();
    }
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        await consume();
      } catch (error) {
        if (stop.signal.aborted) return;
        failures += 1;
        const how = isWithoutStream(error) ? "info" : "warn";
        if (failures === 1) log[how]({ consumer: name, reason: (error as Error).message }, "the consumer cannot take events, trying again");
        await pause(backoff(failures, 100, 2_000), stop.signal);
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

async function alreadyTaken(lease: Lease, consumer: string, ids: unknown[]): Promise<boolean[]> {
  const known = ids.map((id) => z.guid().safeParse(id).data?.toLowerCase());
  if (known.every((id) => id === undefined)) return known.map(() => false);
  const text = "SELECT event_id FROM inbox_events WHERE consumer = $1 AND event_id = ANY($2::uuid[])";
  const rows = await lease.query<{ event_id: string }>(text, [consumer, known.filter((id) => id !== undefined)]);
  const taken = new Set(rows.map((row) => row.event_id));
  return known.map((id) => id !== undefined && taken.has(id));
}

/** A server before 2.10 takes one filter: the narrowest that has all the events; the rest is acknowledged unread. */
function sourceOf(definitions: readonly [EventDefinition, ...EventDefinition[]]): { producer: string; filter: string } {
  const [{ service, entity, subject }] = definitions;
  if (definitions.some((other) => other.service !== service))
    throw new Error("A consumer takes the events of one service; make another one for the next.");
  if (definitions.length === 1) return { producer: service, filter: subject };
  const oneEntity = definitions.every((other) => other.entity === entity);
  return { producer: service, filter: oneEntity ? `offergraph.${service}.${entity}.>` : `offergraph.${service}.>` };
}
