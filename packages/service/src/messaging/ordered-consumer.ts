import { setMaxListeners } from "node:events";
import { AckPolicy, type ConsumerMessages, DeliverPolicy, JetStreamApiError, type JsMsg, jetstream } from "@nats-io/jetstream";
import { type MsgHdrs, type NatsConnection, nanos } from "@nats-io/transport-node";
import { parseJson } from "@offergraph/shared/contracts/parse-event";
import { pendingMessages } from "./backlog.js";
import { replayHeader } from "./dead-letters.js";
import { HeldBytes } from "./held-bytes.js";
import { type Backoff, KeyedQueue } from "./keyed-queue.js";
import type { Message } from "./process-message.js";
import { signatureHeader } from "./signer.js";
import { managerOf } from "./streams.js";
import { sleep } from "./wait.js";

export interface SessionOptions {
  connection: NatsConnection;
  stream: string;
  /** Durable name; shared by all replicas. */
  durable: string;
  /** `<service>/<name>`, as in dead letters and replays. */
  address: string;
  filter: string;
  /** Subjects to process. Others are acknowledged unread. */
  subjects: ReadonlySet<string>;
  concurrency: number;
  /** Returns true for a message to acknowledge without processing. */
  skip(json: unknown): boolean;
  over: AbortSignal;
  /** Returns for each event id if it was already processed. Ids are unvalidated. */
  taken(ids: unknown[]): Promise<boolean[]>;
  /** Returns true if the message is done. False or an error ends the session. */
  take(message: Message, rest: BackoffFor): Promise<boolean>;
}

/** Waits while messages of other records are processed. Returns false if the session has ended. */
export type BackoffFor = (milliseconds: number) => Promise<boolean>;

const ackWaitMs = 10_000;
/** Messages per fetch. */
export const maxFetched = 256;
/**
 * Maximum read-ahead, so that a workspace with few messages does not wait for another's backlog. docs/adr/0007 explains how it relates to
 * the relay's limit.
 */
export const maxReadAhead = 2_048;
const maxReadAheadBytes = 16 * 1024 * 1024;
// Unacknowledged messages of a dead replica count until the ack wait ends: leave room for several replicas.
const unacknowledgedAtMost = 5 * maxReadAhead;
// Maximum messages of records that wait for a retry. Beyond it, fetching stops.
const asideAtMost = 2_560;
const noSuchConsumer = 10014;

/**
 * Processes messages in order per record until aborted, or until a gap in the delivery sequence shows that another replica received one;
 * the caller then starts a new session. A session starts with the delivered but unacknowledged messages, read from the stream, so that
 * the order also holds after a replica died.
 */
export async function runOrderedConsumer(options: SessionOptions): Promise<void> {
  const { connection, stream, durable, filter, subjects, over } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([over, ended.signal]);
  // Each message that waits for a retry adds a listener.
  setMaxListeners(0, signal);
  const queues = new KeyedQueue(options.concurrency);
  const inHand = new Map<number, JsMsg | undefined>();
  const size = new HeldBytes();
  let failure: unknown;

  const accept = (sequence: number, subject: string, data: Uint8Array, headers: MsgHdrs | undefined, delivered: JsMsg | undefined) => {
    const known = inHand.has(sequence);
    inHand.set(sequence, delivered);
    if (known) return;
    const done = () => {
      if (!connection.isClosed()) inHand.get(sequence)?.ack();
      inHand.delete(sequence);
    };
    if (!subjects.has(subject)) return done();
    const replayFor = headers?.get(replayHeader) || undefined;
    const signature = headers?.get(signatureHeader) || undefined;
    const json = parseJson(data);
    if (options.skip(json)) return done();
    const { record, workspace } = placeOf(json);
    size.add(data.length);
    const run = async (rest: Backoff) => {
      if (signal.aborted) return;
      const restFor = async (milliseconds: number) => {
        await rest(sleep(milliseconds, signal));
        return !signal.aborted;
      };
      try {
        const forAnother = replayFor !== undefined && replayFor !== options.address;
        const message = { sequence, subject, data, json, signature, replayed: replayFor !== undefined };
        if (forAnother || (await options.take(message, restFor))) done();
        else ended.abort();
      } catch (error) {
        failure ??= error;
        ended.abort();
      } finally {
        size.remove(data.length);
      }
    };
    queues.add(record, run, workspace);
  };

  const info = await ensureConsumer(connection, stream, durable, filter);
  let last = info.delivered.consumer_seq;
  const working = setInterval(() => tellAll((message) => message.working()), ackWaitMs / 4);
  try {
    for await (const chunk of pendingMessages(connection, info)) {
      const taken = await options.taken(chunk.map((message) => idOf(parseJson(message.data))));
      chunk.forEach((message, index) => {
        if (!taken[index]) accept(message.seq, message.subject, message.data, message.header, undefined);
      });
      await room();
      if (signal.aborted) return;
    }
    const consumer = await jetstream(connection).consumers.get(stream, durable);
    while (!signal.aborted) {
      const messages = await consumer.fetch({ max_messages: maxFetched, expires: 30_000 });
      if (!(await pull(messages))) return;
      await room();
    }
  } finally {
    ended.abort();
    await queues.idle();
    clearInterval(working);
    tellAll((message) => message.nak());
  }
  if (failure) throw failure;

  /** Waits until one fetch fits the limits. */
  async function room(): Promise<void> {
    await queues.below(maxReadAhead - maxFetched, asideAtMost);
    await size.below(maxReadAheadBytes);
  }

  /** Returns false if the session has ended or the delivery sequence has a gap. */
  async function pull(messages: ConsumerMessages): Promise<boolean> {
    const stop = () => messages.stop();
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    try {
      let together: JsMsg[] = [];
      for await (const message of messages) {
        last += 1;
        if (signal.aborted || message.info.deliverySequence !== last) return false;
        together.push(message);
        if (messages.getPending() > 0) continue;
        await acceptAll(together);
        together = [];
      }
      await acceptAll(together);
      return !signal.aborted;
    } finally {
      messages.stop();
      signal.removeEventListener("abort", stop);
    }
  }

  /**
   * A large backlog may be a replay of the whole stream, because a killed server can lose a consumer's position. One statement then finds
   * the processed events; a transaction for each would delay new events for hours.
   */
  async function acceptAll(messages: JsMsg[]): Promise<void> {
    const isBehind = (messages.at(-1)?.info.pending ?? 0) > maxFetched;
    const taken = isBehind ? await options.taken(messages.map(({ data }) => idToLookUp(parseJson(data)))) : [];
    if (signal.aborted) return;
    messages.forEach((message, index) => {
      if (taken[index]) message.ack();
      else accept(message.seq, message.subject, message.data, message.headers, message);
    });
  }

  /** Skipped messages need no lookup. */
  function idToLookUp(json: unknown): unknown {
    return options.skip(json) ? undefined : idOf(json);
  }

  function tellAll(tell: (message: JsMsg) => void): void {
    if (connection.isClosed() || connection.isDraining()) return;
    for (const message of inHand.values()) if (message) tell(message);
  }
}

/** Ordering key (record) and fairness group (workspace) of a message. */
function placeOf(json: unknown): { record: string; workspace: string } {
  const { workspaceid, subject } = (json ?? {}) as { workspaceid?: unknown; subject?: unknown };
  return { record: `${workspaceid} ${subject}`, workspace: `${workspaceid}` };
}

function idOf(json: unknown): unknown {
  return ((json ?? {}) as { id?: unknown }).id;
}

async function ensureConsumer(connection: NatsConnection, stream: string, durable: string, filter: string) {
  const { consumers } = await managerOf(connection);
  const config = { filter_subject: filter, ack_wait: nanos(ackWaitMs), max_ack_pending: unacknowledgedAtMost };
  try {
    const info = await consumers.info(stream, durable);
    return info.config.filter_subject === filter ? info : await consumers.update(stream, durable, config);
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === noSuchConsumer)) throw error;
    return consumers.add(stream, { durable_name: durable, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All, ...config });
  }
}
