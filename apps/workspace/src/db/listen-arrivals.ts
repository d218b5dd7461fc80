import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Tx } from "../tx.js";
import type { KeptEvent } from "./listen.js";

// Transactions that queue webhooks insert events into listen_arrivals without a lock, so that they never wait. Other transactions move the
// events to listen_events under the lock of `lockListeners`.

type Db = Pick<Tx, "sql" | "workspaceId">;

export interface Buffer {
  maxEvents: number;
  maxBytes: number;
}

// Reads at most `maxEvents` index entries, so that the statement stays fast however many events wait.
const waiting = ({ maxEvents }: Buffer) => sql`
  SELECT count(*) AS events, coalesce(sum(o.bytes), 0) AS bytes
  FROM (SELECT a.bytes FROM listen_arrivals a ORDER BY a.workspace_id, a.sequence LIMIT ${maxEvents}::integer) o`;

/** Stores events in this order. If the buffer is full, stores nothing, and `moveArrivals` later reports that events were dropped. */
export async function insertArrivals({ sql: run, workspaceId }: Db, events: readonly KeptEvent[], buffer: Buffer): Promise<void> {
  await run(sql`
    INSERT INTO listen_arrivals (workspace_id, event_id, event_type, bytes, body)
    SELECT ${workspaceId}::uuid, g."eventId", g."eventType", octet_length(g.body), g.body
    FROM ROWS FROM (json_to_recordset(${JSON.stringify(events)}::json) AS ("eventId" uuid, "eventType" text, body text))
      WITH ORDINALITY AS g("eventId", "eventType", body, position), (${waiting(buffer)}) AS w
    WHERE w.events < ${buffer.maxEvents}::integer AND w.bytes < ${buffer.maxBytes}::bigint
    ORDER BY g.position`);
}

/**
 * Moves at most `max` events to listen_events. If the buffer was full, deletes all events of the workspace instead, because later events
 * were dropped. Returns the number of moved events. Requires the lock of `lockListeners`.
 */
export async function moveArrivals({ sql: run, workspaceId }: Db, buffer: Buffer, max: number): Promise<number> {
  const [full] = await run(sql`
    SELECT FROM (${waiting(buffer)}) AS w WHERE w.events >= ${buffer.maxEvents}::integer OR w.bytes >= ${buffer.maxBytes}::bigint`);
  if (full) {
    await run(sql`
      WITH arrived AS (DELETE FROM listen_arrivals), kept AS (DELETE FROM listen_events)
      UPDATE listen_workspaces w SET dropped_until = nextval('listen_events_sequence_seq') WHERE w.workspace_id = ${workspaceId}::uuid`);
    return 0;
  }
  const moved = await run(sql`
    WITH moved AS (
      DELETE FROM listen_arrivals a WHERE a.sequence IN (
        SELECT o.sequence FROM listen_arrivals o ORDER BY o.workspace_id, o.sequence LIMIT ${max}::integer)
      RETURNING a.*)
    INSERT INTO listen_events AS e (workspace_id, event_id, event_type, bytes, body)
    SELECT m.workspace_id, m.event_id, m.event_type, m.bytes, m.body FROM moved m ORDER BY m.sequence RETURNING e.sequence`);
  return moved.length;
}

export async function hasArrivals(read: Read): Promise<boolean> {
  return (await read(sql`SELECT FROM listen_arrivals a LIMIT 1`)).length > 0;
}
