import type { NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "@offergraph/shared/log/logger";
import { managerOf, streamOf } from "../messaging/streams.js";
import type { Lease } from "./lease.js";
import { republishHeader } from "./publish-all.js";

type Query = Pick<Lease, "query">;

/** The stream to which the relay has published, as stored in the database. */
interface KnownStream {
  created: string;
  last_sequence: string;
}

const knownStream = "SELECT created, last_sequence FROM outbox_streams WHERE name = $1";
const rowsPerStatement = 2_000;

/** Prefix of the value of `outbox_streams.created` after a restore, followed by the time of the restore. */
export const restoredMark = "restored ";

/**
 * Compares the stream with the stream to which the relay has published. If the stream is new, all published events that are still in the
 * database are lost in NATS. If the stream ends before the last acknowledged event, the later events are lost. Moves the lost events back
 * to the outbox, so that the relay publishes them again, in their original order. Consumers skip the events that they have processed.
 */
export async function republishLostEvents(options: {
  connection: NatsConnection;
  lease: Query;
  service: string;
  log: Logger;
}): Promise<void> {
  const { connection, lease, service, log } = options;
  const name = streamOf(service);
  const { created, lastSequence } = await readStream(connection, service);
  const [known] = await lease.query<KnownStream>(knownStream, [name]);
  const keptUntil = known && lastKept(known, created, lastSequence);
  if (known && keptUntil === undefined) return;
  if (lastSequence > 0) assertNewerThanRestore(name, known, created);
  if (keptUntil !== undefined) {
    const events = await moveBack(lease, "stream_sequence > $1", keptUntil);
    if (events > 0) log.warn({ stream: name, events }, "NATS lost published events; publishing them again");
  }
  await lease.query(
    `INSERT INTO outbox_streams (name, created, last_sequence) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET created = EXCLUDED.created, last_sequence = EXCLUDED.last_sequence`,
    [name, created, lastSequence],
  );
}

/**
 * Returns a function that throws an Error if the stream was replaced, or ends before an event that it has acknowledged. The function checks
 * the stream at most once per `checkMs`.
 */
export function lossDetector(options: { connection: NatsConnection; lease: Query; service: string; checkMs: number }): () => Promise<void> {
  const { connection, lease, service, checkMs } = options;
  let checkedAt = performance.now();
  return async () => {
    if (performance.now() - checkedAt < checkMs) return;
    const [known] = await lease.query<KnownStream>(knownStream, [streamOf(service)]);
    const { created, lastSequence } = await readStream(connection, service);
    if (!known || lastKept(known, created, lastSequence) !== undefined) throw new Error("NATS lost published events.");
    checkedAt = performance.now();
  };
}

/**
 * Moves the events that were published since a time back to the outbox, so that the relay adds them to the end of the stream again. Returns
 * the number of events.
 */
export function republishSince(lease: Query, since: Date): Promise<number> {
  return moveBack(lease, "published_at >= $1", since, { [republishHeader]: new Date().toISOString() });
}

/** Returns the last sequence number that the stream still has, or undefined if no event is lost. */
function lastKept(known: KnownStream, created: string, lastSequence: number): number | undefined {
  if (known.created !== created) return 0;
  return lastSequence < Number(known.last_sequence) ? lastSequence : undefined;
}

/**
 * Throws an Error if the database was restored, but the stream was not created after the restore. An older stream contains events that the
 * restored database does not contain, and the positions of its consumers do not match the restored databases of the consumers.
 */
function assertNewerThanRestore(name: string, known: KnownStream | undefined, created: string): void {
  if (!known?.created.startsWith(restoredMark)) return;
  const restored = known.created.slice(restoredMark.length);
  if (Date.parse(created) < Date.parse(restored))
    throw new Error(
      `The database was restored at ${restored}, but the stream ${name} is from ${created}. Reset the streams with "events reset" (docs/backup.md).`,
    );
}

async function readStream(connection: NatsConnection, service: string): Promise<{ created: string; lastSequence: number }> {
  const { streams } = await managerOf(connection);
  const { created, state } = await streams.info(streamOf(service));
  return { created: String(created), lastSequence: state.last_seq };
}

/** Moves events in batches, lowest sequences first. After a failure, the caller can repeat the call. */
async function moveBack({ query }: Query, condition: string, value: number | Date, headers: object = {}): Promise<number> {
  const text = `
    WITH chosen AS (
      SELECT sequence FROM published_events WHERE ${condition} AND sequence > $2 ORDER BY sequence LIMIT ${rowsPerStatement}
    ), moved AS (
      DELETE FROM published_events WHERE sequence IN (SELECT sequence FROM chosen) RETURNING *
    ), stored AS (
      INSERT INTO outbox_events (sequence, id, workspace_id, subject, event, headers, created_at)
      SELECT sequence, id, workspace_id, subject, event, headers || $3::jsonb, created_at FROM moved
    )
    SELECT count(*)::int AS count, max(sequence)::text AS last FROM moved`;
  let [total, after] = [0, "0"];
  for (;;) {
    const [moved] = await query<{ count: number; last: string | null }>(text, [value, after, JSON.stringify(headers)]);
    total += moved?.count ?? 0;
    if (!moved?.last || moved.count < rowsPerStatement) return total;
    after = moved.last;
  }
}
