import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { Tx } from "../tx.js";
import type { BufferLimits } from "./listen-arrivals.js";

// `endListenersJob` reads all workspaces, so `listen_workspaces` has no row-level security.

type Db = Pick<Tx, "sql" | "workspaceId" | "now">;

export interface ListenSession {
  rowId: string;
  eventTypes: string[] | null;
  updatedAt: string;
}

/**
 * Locks the listening sessions and events of the workspace until the transaction ends. Returns false if the workspace has no sessions.
 * Under the lock, events are committed in the order of their sequence numbers.
 */
export async function lockListeners({ sql: run, workspaceId }: Db): Promise<boolean> {
  return (await run(sql`SELECT FROM listen_workspaces w WHERE w.workspace_id = ${workspaceId}::uuid FOR UPDATE`)).length > 0;
}

/** Locks like `lockListeners`. Returns false immediately if another transaction holds the lock. */
export async function tryLockListeners({ sql: run, workspaceId }: Db): Promise<boolean> {
  return (await run(sql`SELECT FROM listen_workspaces w WHERE w.workspace_id = ${workspaceId}::uuid FOR UPDATE SKIP LOCKED`)).length > 0;
}

/** Takes the lock of `lockListeners`. Adds the workspace to `listen_workspaces`, the work list of `endListenersJob`. */
export async function enlistListeners({ sql: run, workspaceId }: Db, dueAt: Date): Promise<void> {
  await run(sql`
    INSERT INTO listen_workspaces (workspace_id, due_at) VALUES (${workspaceId}::uuid, ${dueAt.toISOString()}::timestamptz)
    ON CONFLICT (workspace_id) DO UPDATE SET due_at = listen_workspaces.due_at`);
}

/** Reads the sessions that have not expired, least recently used first. */
export function readListenSessions({ sql: run, now }: Db): Promise<ListenSession[]> {
  return run<ListenSession>(sql`
    SELECT s.row_id AS "rowId", s.event_types AS "eventTypes", s.updated_at AS "updatedAt" FROM listen_sessions s
    WHERE s.expires_at > ${now.toISOString()}::timestamptz ORDER BY s.updated_at, s.row_id`);
}

/** Inserts a session, which receives all later events. */
export async function insertListenSession(
  { sql: run, workspaceId, now }: Db,
  { rowId, eventTypes, expiresAt }: { rowId: string; eventTypes: readonly string[] | null; expiresAt: Date },
): Promise<void> {
  const at = now.toISOString();
  await run(sql`
    INSERT INTO listen_sessions (row_id, workspace_id, created_at, updated_at, event_types, cursor, expires_at)
    SELECT ${rowId}::uuid, ${workspaceId}::uuid, ${at}::timestamptz, ${at}::timestamptz, ${eventTypes && JSON.stringify(eventTypes)}::jsonb,
      greatest(w.dropped_until, (SELECT max(e.sequence) FROM listen_events e)), ${expiresAt.toISOString()}::timestamptz
    FROM listen_workspaces w WHERE w.workspace_id = ${workspaceId}::uuid`);
}

export async function deleteListenSession({ sql: run }: Pick<Db, "sql">, rowId: string): Promise<boolean> {
  return (await run(sql`DELETE FROM listen_sessions s WHERE s.row_id = ${rowId}::uuid RETURNING s.row_id`)).length > 0;
}

export interface UsedSession {
  /** Sequence number of the last event that the client has confirmed. */
  cursor: string;
  eventTypes: string[] | null;
}

/** Records that a session was used, and the last event that the client has confirmed. Returns undefined if the session has ended. */
export async function useListenSession(
  { sql: run, now }: Pick<Db, "sql" | "now">,
  { rowId, cursor, expiresAt }: { rowId: string; cursor: string; expiresAt: Date },
): Promise<UsedSession | undefined> {
  const at = now.toISOString();
  const [session] = await run<UsedSession>(sql`
    UPDATE listen_sessions s SET cursor = greatest(s.cursor, ${cursor}::bigint), updated_at = ${at}::timestamptz,
      expires_at = ${expiresAt.toISOString()}::timestamptz
    WHERE s.row_id = ${rowId}::uuid AND s.expires_at > ${at}::timestamptz
    RETURNING s.cursor, s.event_types AS "eventTypes"`);
  return session;
}

export interface KeptEvent {
  eventId: string;
  eventType: string;
  body: string;
}

/**
 * Deletes events that every session has received, and the oldest events beyond `maxEvents` or `maxBytes`. The caller must hold the lock of
 * `lockListeners`.
 */
export async function deleteListenEvents({ sql: run, workspaceId, now }: Db, { maxEvents, maxBytes }: BufferLimits): Promise<void> {
  await run(sql`
    DELETE FROM listen_events e WHERE e.sequence <= coalesce(
      (SELECT min(s.cursor) FROM listen_sessions s WHERE s.expires_at > ${now.toISOString()}::timestamptz),
      (SELECT max(o.sequence) FROM listen_events o))`);
  await run(sql`
    WITH dropped AS (
      DELETE FROM listen_events e WHERE e.sequence <= (
        SELECT max(o.sequence) FROM (
          SELECT i.sequence, row_number() OVER newest AS position, sum(i.bytes) OVER newest AS total
          FROM listen_events i WINDOW newest AS (ORDER BY i.sequence DESC)) o
        WHERE o.position > ${maxEvents}::integer OR o.total > ${maxBytes}::bigint)
      RETURNING e.sequence)
    UPDATE listen_workspaces w SET dropped_until = greatest(w.dropped_until, d.last) FROM (SELECT max(x.sequence) AS last FROM dropped x) d
    WHERE w.workspace_id = ${workspaceId}::uuid AND d.last IS NOT NULL`);
}

export interface ListenPage {
  events: (KeptEvent & { sequence: string })[];
  /** Sequence number after which the next page starts. */
  cursor: string;
  /** True if events were dropped before the session received them. */
  hasMissed: boolean;
}

/**
 * Reads the events after the cursor, oldest first. Returns at least one event, even if it exceeds `maxBytes`. Reads `hasMissed` in the same
 * statement, because events can be deleted between two statements.
 */
export async function readListenEvents(
  read: Read,
  workspaceId: string,
  { cursor, eventTypes }: Pick<UsedSession, "cursor" | "eventTypes">,
  { maxEvents, maxBytes }: { maxEvents: number; maxBytes: number },
): Promise<ListenPage> {
  const rows = await read<{ last: string; hasMissed: boolean; sequence: string | null } & KeptEvent>(sql`
    WITH dropped AS (SELECT coalesce(max(w.dropped_until), 0) AS until FROM listen_workspaces w WHERE w.workspace_id = ${workspaceId}::uuid),
    head AS (
      SELECT greatest(${cursor}::bigint, d.until, (SELECT max(e.sequence) FROM listen_events e)) AS last,
        d.until > ${cursor}::bigint AS "hasMissed" FROM dropped d)
    SELECT h.last, h."hasMissed", p.sequence, p.event_id AS "eventId", p.event_type AS "eventType", p.body
    FROM head h LEFT JOIN LATERAL (
      SELECT f.* FROM (
        SELECT n.*, sum(n.bytes) OVER (ORDER BY n.sequence) - n.bytes AS before FROM (
          SELECT e.* FROM listen_events e
          WHERE e.sequence > ${cursor}::bigint AND e.sequence <= h.last
            AND (${eventTypes}::text[] IS NULL OR e.event_type = ANY(${eventTypes}::text[]))
          ORDER BY e.sequence LIMIT ${maxEvents}::integer) n) f
      WHERE f.before < ${maxBytes}::bigint) p ON true
    ORDER BY p.sequence`);
  const events = rows.flatMap(({ sequence, eventId, eventType, body }) =>
    sequence === null ? [] : [{ sequence, eventId, eventType, body }],
  );
  return { events, cursor: events.at(-1)?.sequence ?? rows[0]?.last ?? cursor, hasMissed: rows[0]?.hasMissed ?? false };
}

/** Deletes stored events that contain the customer's id, except events of the type `exceptType`. */
export async function deleteListenEventsOfCustomer({ sql: run }: Pick<Db, "sql">, customerId: string, exceptType: string): Promise<void> {
  await run(sql`DELETE FROM listen_arrivals a WHERE position(${customerId} IN a.body) > 0 AND a.event_type <> ${exceptType}`);
  await run(sql`DELETE FROM listen_events e WHERE position(${customerId} IN e.body) > 0 AND e.event_type <> ${exceptType}`);
}

export async function readWorkspacesWithListeners(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT w.workspace_id AS id FROM listen_workspaces w WHERE w.due_at <= $1 ORDER BY w.due_at LIMIT 1000",
    [now],
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks the workspace's entry in `listen_workspaces`. Returns false if another transaction has locked the entry, or if the entry is not
 * due.
 */
export async function claimListeners({ sql: run, workspaceId, now }: Db): Promise<boolean> {
  const rows = await run(sql`
    SELECT FROM listen_workspaces w WHERE w.workspace_id = ${workspaceId}::uuid AND w.due_at <= ${now.toISOString()}::timestamptz
    FOR UPDATE SKIP LOCKED`);
  return rows.length > 0;
}

export async function deleteExpiredSessions({ sql: run, now }: Db): Promise<number> {
  return (await run(sql`DELETE FROM listen_sessions s WHERE s.expires_at <= ${now.toISOString()}::timestamptz RETURNING s.row_id`)).length;
}

export async function hasSessions({ sql: run }: Pick<Db, "sql">): Promise<boolean> {
  return (await run(sql`SELECT FROM listen_sessions s LIMIT 1`)).length > 0;
}

/** Sets the next time at which `endListenersJob` processes the workspace. */
export async function postponeListeners({ sql: run, workspaceId }: Db, dueAt: Date): Promise<void> {
  await run(sql`
    UPDATE listen_workspaces w SET due_at = ${dueAt.toISOString()}::timestamptz WHERE w.workspace_id = ${workspaceId}::uuid`);
}

/** Removes the workspace from the work list of `endListenersJob`. */
export async function delistListeners({ sql: run, workspaceId }: Db): Promise<void> {
  await run(sql`DELETE FROM listen_workspaces w WHERE w.workspace_id = ${workspaceId}::uuid`);
}
