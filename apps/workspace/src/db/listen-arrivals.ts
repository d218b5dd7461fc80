import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Tx } from "../tx.js";
import type { KeptEvent } from "./listen.js";

// Transactions that queue webhooks insert events into `listen_arrivals` without a lock. Later, another transaction takes the lock of
// `lockListeners` and moves the events to `listen_events`.

type Db = Pick<Tx, "sql" | "workspaceId">;

/** Maximum number and total size of the events that `listen_arrivals` or `listen_events` stores for a workspace. */
export interface BufferLimits {
  maxEvents: number;
  maxBytes: number;
}

/** Stores events in the order of the array. If the buffer is full, stores only a marker of the loss. */
export async function insertArrivals(
  { sql: run, workspaceId }: Db,
  events: readonly KeptEvent[],
  { maxEvents, maxBytes }: BufferLimits,
): Promise<void> {
  await run(sql`
    WITH buffer AS (
      SELECT count(*) >= ${maxEvents}::integer OR coalesce(sum(o.bytes), 0) >= ${maxBytes}::bigint AS "isFull"
      FROM (SELECT a.bytes FROM listen_arrivals a ORDER BY a.workspace_id, a.sequence LIMIT ${maxEvents}::integer) o),
    dropped AS (
      INSERT INTO listen_drops (workspace_id)
      SELECT ${workspaceId}::uuid FROM buffer b WHERE b."isFull" AND NOT EXISTS (SELECT FROM listen_drops))
    INSERT INTO listen_arrivals (workspace_id, event_id, event_type, bytes, body)
    SELECT ${workspaceId}::uuid, g."eventId", g."eventType", octet_length(g.body), g.body
    FROM ROWS FROM (json_to_recordset(${JSON.stringify(events)}::json) AS ("eventId" uuid, "eventType" text, body text))
      WITH ORDINALITY AS g("eventId", "eventType", body, position), buffer b
    WHERE NOT b."isFull" ORDER BY g.position`);
}

/**
 * Moves at most `max` events to `listen_events`. If events were dropped, records the loss in `listen_workspaces`. Returns the number of
 * moved events. The caller must hold the lock of `lockListeners`.
 */
export async function moveArrivals({ sql: run, workspaceId }: Db, max: number): Promise<number> {
  const moved = await run(sql`
    WITH moved AS (
      DELETE FROM listen_arrivals a WHERE a.sequence IN (
        SELECT o.sequence FROM listen_arrivals o ORDER BY o.workspace_id, o.sequence LIMIT ${max}::integer)
      RETURNING a.*)
    INSERT INTO listen_events AS e (workspace_id, event_id, event_type, bytes, body)
    SELECT m.workspace_id, m.event_id, m.event_type, m.bytes, m.body FROM moved m ORDER BY m.sequence RETURNING e.sequence`);
  await run(sql`
    WITH drops AS (DELETE FROM listen_drops d RETURNING d.sequence)
    UPDATE listen_workspaces w SET dropped_until = nextval('listen_events_sequence_seq')
    WHERE w.workspace_id = ${workspaceId}::uuid AND EXISTS (SELECT FROM drops)`);
  return moved.length;
}

/** True if `moveArrivals` would move events or record a loss. */
export async function hasArrivals(read: Read): Promise<boolean> {
  // ORDER BY makes PostgreSQL use an index.
  const found = await read(sql`
    (SELECT a.sequence FROM listen_arrivals a ORDER BY a.workspace_id, a.sequence LIMIT 1)
    UNION ALL (SELECT d.sequence FROM listen_drops d ORDER BY d.workspace_id, d.sequence LIMIT 1)`);
  return found.length > 0;
}
