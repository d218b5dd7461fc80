import type { ConsumerInfo, StoredMsg } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { managerOf } from "./streams.js";

const readAtOnce = 128;

/**
 * Yields the messages that a consumer received but did not acknowledge, in stream order. Reads the messages from the stream instead of
 * waiting for their redelivery.
 */
export async function* pendingMessages(connection: NatsConnection, info: ConsumerInfo): AsyncGenerator<StoredMsg[]> {
  if (info.num_ack_pending === 0) return;
  const { streams } = await managerOf(connection);
  const filter = info.config.filter_subject ?? ">";
  for (let first = info.ack_floor.stream_seq + 1; first <= info.delivered.stream_seq; first += readAtOnce) {
    const count = Math.min(readAtOnce, info.delivered.stream_seq - first + 1);
    const found = await Promise.all(
      Array.from({ length: count }, (_, index) => streams.getMessage(info.stream_name, { seq: first + index })),
    );
    yield found.filter((message) => message !== null && matches(filter, message.subject)) as StoredMsg[];
  }
}

function matches(filter: string, subject: string): boolean {
  return filter.endsWith(">") ? subject.startsWith(filter.slice(0, -1)) : subject === filter;
}
