import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { natsOptions } from "@offergraph/service/messaging/connection";

export interface PublishedEvent {
  id: string;
  type: string;
  subject: string;
  data: Record<string, unknown>;
}

/** Returns the stored events of a NATS subject (wildcards allowed), oldest first. */
export async function publishedEvents(natsUrl: string, subject: string): Promise<PublishedEvent[]> {
  const connection = await connect(natsOptions(natsUrl));
  try {
    const manager = await jetstreamManager(connection);
    const stream = await manager.streams.find(subject).catch(() => undefined);
    if (stream === undefined) return [];
    const { num_pending: waiting } = await (await jetstream(connection).consumers.get(stream, { filter_subjects: subject })).info();
    if (waiting === 0) return [];
    const consumer = await jetstream(connection).consumers.get(stream, { filter_subjects: subject });
    const events: PublishedEvent[] = [];
    for await (const message of await consumer.consume()) {
      events.push(message.json<PublishedEvent>());
      if (message.info.pending === 0) break;
    }
    return events;
  } finally {
    await connection.close();
  }
}
