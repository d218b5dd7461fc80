import { jetstream } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { managerOf, streamOf } from "@offergraph/service/messaging/streams";
import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { signedEvent } from "./signed-event.js";

/** Returns the events in the stream of a service. */
export async function publishedEvents(connection: NatsConnection, service: string): Promise<CloudEvent[]> {
  const { streams } = await managerOf(connection);
  const info = await streams.info(streamOf(service)).catch(() => undefined);
  if (!info || info.state.messages === 0) return [];
  const consumer = await jetstream(connection).consumers.get(streamOf(service));
  const events: CloudEvent[] = [];
  for await (const message of await consumer.consume()) {
    events.push(message.json<CloudEvent>());
    if (message.info.pending === 0) break;
  }
  return events;
}

const atOnce = 500;

/**
 * Publishes events in the same way as the outbox relay. If `messageId` returns a new id, NATS does not discard the event as a duplicate.
 */
export async function publishEvents(
  connection: NatsConnection,
  events: readonly CloudEvent[],
  messageId: (event: CloudEvent) => string = ({ id }) => id,
): Promise<void> {
  const js = jetstream(connection);
  for (let first = 0; first < events.length; first += atOnce) {
    const batch = events.slice(first, first + atOnce);
    await Promise.all(
      batch.map((event) => {
        const { body, headers } = signedEvent(event);
        return js.publish(event.type, body, { msgID: messageId(event), headers });
      }),
    );
  }
}

/** Returns the number of events that a durable consumer has not yet received or acknowledged. */
export async function backlogOf(connection: NatsConnection, service: string, durable: string): Promise<number> {
  const { consumers, streams } = await managerOf(connection);
  const stream = streamOf(service);
  const { config, delivered, num_pending, num_ack_pending } = await consumers.info(stream, durable);
  // NATS updates its counters with a delay, so the counters may lack the last message.
  const last = await streams.getMessage(stream, { last_by_subj: config.filter_subject ?? ">" });
  const notCounted = last && last.seq > delivered.stream_seq ? 1 : 0;
  return Math.max(num_pending + num_ack_pending, notCounted);
}
