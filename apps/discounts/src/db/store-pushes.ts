import { type Statement, sql } from "@offergraph/service/db/statement";
import type { Lease } from "@offergraph/service/outbox/lease";
import { pushPriorities } from "../domain/ordinals.js";
import type { StorePush } from "../generated/prisma/client.js";
import type { Db } from "../tx.js";

// The table `store_pushes` has no row-level security, so every statement of a `StoreTx` filters by workspace and connection.

export type DuePush = Pick<StorePush, "workspaceId" | "connectionId" | "subjectId" | "discountCodeId">;

// Reads at most $6 pushes per priority class, and an equal share of them per store, so that a long backlog of a store delays neither the
// other classes nor up to 100 other stores. The recursive query reads one index entry per store. With BETWEEN instead of "=", the planner
// cannot read the pushes of all stores in the order of their due times.
const due = `
  SELECT found.workspace_id AS "workspaceId", found.connection_id AS "connectionId", found.subject_id AS "subjectId",
    found.discount_code_id AS "discountCodeId"
  FROM generate_series(0, ${pushPriorities.length - 1}) AS priority(class), LATERAL (
    WITH RECURSIVE waiting AS (
      (SELECT s.connection_id, s.due_at FROM store_pushes s WHERE s.turn = priority.class AND s.due_at IS NOT NULL
        ORDER BY s.connection_id, s.due_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting, LATERAL (
        SELECT s.connection_id, s.due_at FROM store_pushes s
        WHERE s.turn = priority.class AND s.due_at IS NOT NULL AND s.connection_id > waiting.connection_id
        ORDER BY s.connection_id, s.due_at LIMIT 1) AS next
    ), open AS MATERIALIZED (
      SELECT connection_id FROM waiting WHERE due_at <= $1 AND connection_id <> ALL($2::uuid[])
    )
    SELECT one.*, row_number() OVER (PARTITION BY one.connection_id ORDER BY one.due_at) AS place
    FROM open, LATERAL (
      SELECT s.* FROM store_pushes s
      WHERE s.turn = priority.class AND s.connection_id BETWEEN open.connection_id AND open.connection_id AND s.due_at <= $1
        AND (s.connection_id, s.subject_id) NOT IN (SELECT * FROM unnest($3::uuid[], $4::uuid[]))
      ORDER BY s.connection_id, s.due_at LIMIT greatest(1, least($5, $6 / (SELECT count(*) FROM open)))
    ) AS one
    ORDER BY place, one.due_at LIMIT $6
  ) AS found
  ORDER BY found.place, found.turn, found.due_at`;

interface Dispatch {
  now: Date;
  /** Stores to skip. */
  busy: readonly string[];
  /** Pushes that are being sent. */
  inFlight: readonly Omit<DuePush, "discountCodeId">[];
  /** Maximum number of pushes of a store per priority class. */
  perStore: number;
}

/** Maximum number of pushes per priority class that one statement returns. */
const maxPerClass = 100;

export function duePushesStatement({ now, busy, inFlight, perStore }: Dispatch): { text: string; values: unknown[] } {
  const [connections, subjects] = [inFlight.map(({ connectionId }) => connectionId), inFlight.map(({ subjectId }) => subjectId)];
  return { text: due, values: [now, busy, connections, subjects, perStore, maxPerClass] };
}

/**
 * Returns due pushes. The pushes of each store alternate between the priority classes. Uses the database session that holds the lease, so
 * that the query fails if this replica has lost the lease.
 */
export function readDuePushes(lease: Lease, dispatch: Dispatch): Promise<DuePush[]> {
  const { text, values } = duePushesStatement(dispatch);
  return lease.query<DuePush>(text, values);
}

export interface StoreTx extends Db {
  readonly connectionId: string;
}

export function pushesOf({ workspaceId, connectionId }: StoreTx): Statement {
  return sql`s.workspace_id = ${workspaceId}::uuid AND s.connection_id = ${connectionId}::uuid`;
}

/**
 * Subject of a push: a discount code, a minted code or a credit. For a minted code, `subjectId` is the grant's id. For a credit,
 * `discountCodeId` is null.
 */
export type Subject = Pick<StorePush, "subjectId" | "discountCodeId">;

export type PushRow = Omit<StorePush, "workspaceId" | "connectionId" | "turn" | "dueAt" | "attempts" | "sendingRequested">;

/** Locks the due pushes of these subjects. Skips rows that other transactions have locked. */
export function lockDuePushes(store: StoreTx, subjectIds: readonly string[]): Promise<PushRow[]> {
  return store.sql<PushRow>(sql`
    SELECT s.subject_id AS "subjectId", s.discount_code_id AS "discountCodeId", s.requested, s.forced, s.done,
      s.traceparent,
      s.sending_id AS "sendingId", s.sending_hash AS "sendingHash", s.sending_text AS "sendingText", s.pushed_hash AS "pushedHash"
    FROM store_pushes s
    WHERE ${pushesOf(store)} AND s.subject_id = ANY(${subjectIds}::uuid[]) AND s.due_at <= ${store.now.toISOString()}::timestamptz
    ORDER BY s.subject_id FOR UPDATE SKIP LOCKED`);
}

/** Locks pushes in the same order as transactions that request pushes, to prevent deadlocks. */
export async function lockPushes(store: StoreTx, subjectIds: readonly string[]): Promise<void> {
  await store.sql(sql`
    SELECT FROM store_pushes s WHERE ${pushesOf(store)} AND s.subject_id = ANY(${subjectIds}::uuid[]) ORDER BY s.subject_id FOR UPDATE`);
}

export interface Message {
  subjectId: string;
  id: string;
  hash: string;
  text: string;
}

/** Stores the messages to send. The caller must have locked the pushes. A message fulfills all earlier requests for the same push. */
export async function beginPushes(store: StoreTx, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  await store.sql(sql`
    UPDATE store_pushes s SET sending_id = given.id, sending_hash = given.hash, sending_text = given.text, sending_requested = s.requested
    FROM json_to_recordset(${JSON.stringify(messages)}::json) AS given("subjectId" uuid, id uuid, hash text, text text)
    WHERE ${pushesOf(store)} AND s.subject_id = given."subjectId"`);
}

export async function markUpToDate(store: StoreTx, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await store.sql(sql`
    UPDATE store_pushes s SET done = s.requested, due_at = NULL, attempts = 0
    WHERE ${pushesOf(store)} AND s.subject_id = ANY(${subjectIds}::uuid[])`);
}

/** Deletes pushes of subjects that the store does not have and does not need. */
export async function deleteIdlePushes(store: StoreTx, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await store.sql(sql`
    DELETE FROM store_pushes s
    WHERE ${pushesOf(store)} AND s.subject_id = ANY(${subjectIds}::uuid[])
      AND s.pushed_hash IS NULL AND s.sending_id IS NULL AND s.done = s.requested`);
}
