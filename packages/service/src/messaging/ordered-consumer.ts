import { AckPolicy, type ConsumerMessages, DeliverPolicy, JetStreamApiError, type JsMsg, jetstream } from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import { parseJson } from "@offergraph/shared/contracts/parse-event";
import { pendingMessages } from "./backlog.js";
import { ackWaitMs, InFlight, type InFlightOptions, maxFetched, maxReadAhead } from "./in-flight.js";
import { managerOf } from "./streams.js";

export interface SessionOptions extends InFlightOptions {
  stream: string;
  durable: string;
  filter: string;
  /** For each event id, returns true if the event was already processed. Returns false if the id is invalid. */
  taken(ids: unknown[]): Promise<boolean[]>;
}

// The limit allows the messages of five replicas, because messages of crashed replicas count until the ack wait ends.
const unacknowledgedAtMost = 5 * maxReadAhead;
/** JetStream error code for a consumer that does not exist. */
export const noSuchConsumer = 10014;

/**
 * Processes the messages of each record in order. Ends if `over` aborts, or if a gap in the delivery sequence shows that another replica
 * got a message. First reads the unacknowledged messages from the stream, because a crashed replica may have received them.
 */
export async function runOrderedConsumer(options: SessionOptions): Promise<void> {
  const { connection, stream, durable, filter } = options;
  const info = await ensureConsumer(connection, stream, durable, filter);
  const flight = new InFlight(options);
  try {
    for await (const chunk of pendingMessages(connection, info)) {
      const parsed = chunk.map((message) => jsonOf(options, message));
      const taken = await options.taken(parsed.map(idOf));
      chunk.forEach((message, index) => {
        const { seq, subject, data } = message;
        if (!taken[index]) flight.add({ seq, subject, data, headers: () => message.header, json: parsed[index] });
      });
      await flight.room();
      if (flight.signal.aborted) return;
    }
    const consumer = await jetstream(connection).consumers.get(stream, durable);
    let last: number | undefined = info.delivered.consumer_seq;
    while (!flight.signal.aborted) {
      last = await pull(flight, options, await consumer.fetch({ max_messages: maxFetched, expires: 30_000 }), last);
      if (last === undefined) return;
      await flight.room();
    }
  } finally {
    await flight.end();
  }
}

/** Adds messages to `flight`. Returns the last delivery sequence, or undefined if the session has ended or a delivery is missing. */
async function pull(flight: InFlight, options: SessionOptions, messages: ConsumerMessages, last: number): Promise<number | undefined> {
  const { signal } = flight;
  const stop = () => messages.stop();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    let batch: JsMsg[] = [];
    for await (const message of messages) {
      last += 1;
      if (signal.aborted || message.info.deliverySequence !== last) return undefined;
      batch.push(message);
      if (messages.getPending() > 0) continue;
      await addBatch(flight, options, batch);
      batch = [];
    }
    await addBatch(flight, options, batch);
    return signal.aborted ? undefined : last;
  } finally {
    messages.stop();
    signal.removeEventListener("abort", stop);
  }
}

/**
 * Adds fetched messages. If many messages are pending, one SQL statement checks which events of the batch were already processed, because
 * after a crash of the NATS server, all messages may be pending again.
 */
async function addBatch(flight: InFlight, options: SessionOptions, messages: JsMsg[]): Promise<void> {
  const { taken, skip } = options;
  const parsed = messages.map((message) => jsonOf(options, message));
  const isBehind = (messages.at(-1)?.info.pending ?? 0) > maxFetched;
  const isTaken = isBehind ? await taken(parsed.map((json) => (skip(json) ? undefined : idOf(json)))) : [];
  if (flight.signal.aborted) return;
  messages.forEach((message, index) => {
    const { seq, subject, data } = message;
    if (isTaken[index]) message.ack();
    else flight.add({ seq, subject, data, headers: () => message.headers, delivered: message, json: parsed[index] });
  });
}

/** Parses only messages that the consumer processes. */
function jsonOf({ subjects }: Pick<SessionOptions, "subjects">, { subject, data }: Pick<JsMsg, "subject" | "data">): unknown {
  return subjects.has(subject) ? parseJson(data) : undefined;
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
