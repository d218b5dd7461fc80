import type { Logger } from "@offergraph/shared/log/logger";
import type { Lease } from "./lease.js";

/** An event that NATS has acknowledged. */
export interface Acknowledged {
  sequence: string;
  /** Sequence number of the event in the stream. */
  streamSequence: number;
}

const rowsPerStatement = 1_000;
const dayMs = 24 * 3_600_000;
/** Milliseconds between two deletions of old events. */
const pruneMs = 60_000;

// Deletes events from the outbox and inserts them into `published_events` in one statement, so that a crash never loses or duplicates an
// event.
const move = `
  WITH acknowledged AS MATERIALIZED (
    SELECT a.sequence, a.stream_sequence FROM unnest($1::bigint[], $2::bigint[]) AS a(sequence, stream_sequence)
  ), published AS (
    DELETE FROM outbox_events e USING acknowledged a WHERE e.sequence = a.sequence RETURNING e.*, a.stream_sequence
  ), counted AS (
    UPDATE outbox_streams SET last_sequence = $4 WHERE name = $3 AND last_sequence < $4
  )
  INSERT INTO published_events (sequence, id, workspace_id, subject, event, headers, created_at, published_at, stream_sequence)
  SELECT p.sequence, p.id, p.workspace_id, p.subject, p.event, p.headers, p.created_at, now(), p.stream_sequence FROM published p`;

/** Statement that moves acknowledged events (see `moveToPublished`). */
export function moveStatement(stream: string, events: readonly Acknowledged[]) {
  const last = Math.max(...events.map(({ streamSequence }) => streamSequence));
  return { text: move, values: [events.map(({ sequence }) => sequence), events.map(({ streamSequence }) => streamSequence), stream, last] };
}

/**
 * Moves acknowledged events from the outbox to the table `published_events`, and stores the position of the stream. The outbox stays small,
 * so that the relay's queries do not slow down when published events are kept for days.
 */
export async function moveToPublished({ query }: Pick<Lease, "query">, stream: string, events: readonly Acknowledged[]): Promise<void> {
  const { text, values } = moveStatement(stream, events);
  await query(text, values);
}

/** Deletes the events that were published before a time. Returns the number of deleted events. */
export async function prunePublished({ query }: Pick<Lease, "query">, before: Date, isOver: () => boolean): Promise<number> {
  // Reads the events in the order of their sequences, because the table has no index on the time.
  const text = `
    WITH oldest AS (SELECT sequence, published_at FROM published_events WHERE sequence > $1 ORDER BY sequence LIMIT ${rowsPerStatement}),
    deleted AS (
      DELETE FROM published_events WHERE sequence IN (SELECT sequence FROM oldest WHERE published_at < $2) RETURNING sequence
    )
    SELECT count(*)::int AS count, max(sequence)::text AS last FROM deleted`;
  let [total, after] = [0, "0"];
  while (!isOver()) {
    const [deleted] = await query<{ count: number; last: string | null }>(text, [after, before]);
    total += deleted?.count ?? 0;
    if (!deleted?.last || deleted.count < rowsPerStatement) break;
    after = deleted.last;
  }
  return total;
}

/** Regularly deletes the events that were published more than `keepDays` ago. Returns a function that stops the deletions. */
export function startPruning(options: { lease: Lease; service: string; keepDays: number; log: Logger }): () => void {
  const { lease, service, keepDays, log } = options;
  let isStopped = false;
  const isOver = () => isStopped || lease.lost.aborted;
  const timer = setInterval(() => {
    prunePublished(lease, new Date(Date.now() - keepDays * dayMs), isOver).catch((error: Error) => {
      if (!isOver()) log.warn({ service, reason: error.message }, "failed to delete old published events; retrying");
    });
  }, pruneMs);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
