import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg, jetstream, JetStreamApiError } from "@nats-io/jetstream";
import { type MsgHdrs, type NatsConnection, nanos } from "@nats-io/transport-node";
import { replayHeader } from "./dead-letters.js";
import type { Message } from "./deliver.js";
import { parseJson } from "./received.js";
import { SerialQueues } from "./serial-queues.js";
import { managerOf } from "./streams.js";

export interface SessionOptions {
  connection: NatsConnection;
  stream: string;
  /** The durable consumer's name; all replicas share it. */
  durable: string;
  /** The consumer as dead letters and replays name it, `<service>/<name>`. */
  address: string;
  filter: string;
  concurrency: number;
  over: AbortSignal;
  /** True when the message is done with; false, or an error, ends the session. */
  take(message: Message): Promise<boolean>;
}

const ackWaitMs = 30_000;
const inHandAtMost = 512;
const prefetched = 256;
const noSuchConsumer = 10014;

/**
 * Takes a durable consumer's messages in order per record until `over` is aborted, or until order cannot be vouched for:
 * then (it returns) the caller starts another session. What makes the order hold, whoever took messages before and did not finish:
 * a session begins with what was delivered but not acknowledged, read from the stream itself; and the server numbers deliveries of a consumer
 * without a gap, so a missing number shows that somebody else got a message.
 */
export async function runSession(options: SessionOptions): Promise<void> {
  const { connection, stream, durable, filter, over } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([over, ended.signal]);
  const queues = new SerialQueues(options.concurrency);
  const inHand = new Map<number, JsMsg | undefined>();
  let failure: unknown;

  const accept = (sequence: number, subject: string, data: Uint8Array, headers: MsgHdrs | undefined, delivered: JsMsg | undefined) => {
    const known = inHand.has(sequence);
    inHand.set(sequence, delivered);
    if (known) return;
    const replayFor = headers?.get(replayHeader) || undefined;
    const json = parseJson(data);
    const done = () => {
      inHand.get(sequence)?.ack();
      inHand.delete(sequence);
    };
    queues.add(recordOf(json), async () => {
      if (signal.aborted) return;
      try {
        const forAnother = replayFor !== undefined && replayFor !== options.address;
        if (forAnother || (await options.take({ sequence, subject, data, json, replayed: replayFor !== undefined }))) done();
        else ended.abort();
      } catch (error) {
        failure ??= error;
        ended.abort();
      }
    });
  };

  const info = await ensureConsumer(connection, stream, durable, filter);
  try {
    if (info.num_ack_pending > 0) {
      const { streams } = await managerOf(connection);
      for (let sequence = info.ack_floor.stream_seq + 1; sequence <= info.delivered.stream_seq && !signal.aborted; sequence += 1) {
        const message = await streams.getMessage(stream, { seq: sequence });
        if (!message || !matches(filter, message.subject)) continue;
        accept(sequence, message.subject, message.data, message.header, undefined);
        if (inHand.size >= inHandAtMost) await queues.idle();
      }
      await queues.idle();
      inHand.clear();
    }
    if (signal.aborted) return;
    const consumer = await jetstream(connection).consumers.get(stream, durable);
    await pull(await consumer.consume({ max_messages: prefetched, abort_on_missing_resource: true }));
  } finally {
    ended.abort();
    await queues.idle();
  }
  if (failure) throw failure;

  async function pull(messages: ConsumerMessages): Promise<void> {
    const stop = () => messages.stop();
    signal.addEventListener("abort", stop, { once: true });
    const working = setInterval(() => {
      for (const message of inHand.values()) message?.working();
    }, ackWaitMs / 3);
    let last = info.delivered.consumer_seq;
    try {
      if (signal.aborted) return messages.stop();
      for await (const message of messages) {
        last += 1;
        if (signal.aborted || message.info.deliverySequence !== last) return;
        accept(message.seq, message.subject, message.data, message.headers, message);
      }
    } finally {
      messages.stop();
      clearInterval(working);
      signal.removeEventListener("abort", stop);
    }
  }
}

/** Events of one record have one key; what cannot be read is a record of its own. */
function recordOf(json: unknown): string {
  const { workspaceid, subject } = (json ?? {}) as { workspaceid?: unknown; subject?: unknown };
  return `${workspaceid} ${subject}`;
}

const matches = (filter: string, subject: string) => (filter.endsWith(".>") ? subject.startsWith(filter.slice(0, -1)) : subject === filter);

async function ensureConsumer(connection: NatsConnection, stream: string, durable: string, filter: string) {
  const { consumers } = await managerOf(connection);
  const config = { filter_subject: filter, ack_wait: nanos(ackWaitMs), max_ack_pending: inHandAtMost };
  try {
    const info = await consumers.info(stream, durable);
    return info.config.filter_subject === filter ? info : await consumers.update(stream, durable, config);
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === noSuchConsumer)) throw error;
    return consumers.add(stream, { durable_name: durable, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All, ...config });
  }
}
