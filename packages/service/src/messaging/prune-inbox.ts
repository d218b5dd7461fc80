import { millis, type NatsConnection } from "@nats-io/transport-node";
import { managerOf } from "./streams.js";

/** Returns the smallest UUIDv7 of a time in epoch milliseconds (RFC 9562, 5.7). */
export function minIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/**
 * Deletes inbox records whose events are older than twice the stream's max_age, and were processed before this time. The stream no longer
 * contains these events, even if the events first waited in the outbox. A replayed dead letter can be older, so the time of the processing
 * counts too. Returns the number of deleted records.
 */
export async function pruneInbox(options: {
  connection: NatsConnection;
  stream: string;
  consumer: string;
  now: number;
  query(text: string, values: unknown[]): Promise<unknown[]>;
}): Promise<number> {
  const { connection, stream, consumer, now, query } = options;
  const { streams } = await managerOf(connection);
  const { config } = await streams.info(stream);
  if (config.max_age === 0) return 0;
  const before = now - 2 * millis(config.max_age);
  // The index on the event ids finds the few old records. The condition on the time needs no index.
  const text = `
    DELETE FROM inbox_events WHERE consumer IN ($1, $1 || ':dead') AND event_id < $2::uuid AND processed_at < $3::timestamptz RETURNING 1`;
  return (await query(text, [consumer, minIdAt(before), new Date(before)])).length;
}
