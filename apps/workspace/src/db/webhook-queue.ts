import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Lease } from "@offergraph/service/outbox/lease";
import type pg from "pg";
import { deliveryStates } from "../domain/ordinals.js";
import type { Tx } from "../tx.js";
import { firstDelivery, unblockRecords } from "./webhook-blocked.js";

// The dispatcher and jobs read all workspaces, so `webhook_queue` has no row-level security.

export interface DueDelivery {
  sequence: string;
  deliveryId: string;
  endpointId: string;
  workspaceId: string;
  /** True if a previous delivery of the same record is pending. */
  isFollower: boolean;
  /** Number of due deliveries with `isFollower` that the statement read for the endpoint. */
  followers: number;
}

/** Maximum number of due deliveries that one statement reads per endpoint. */
export const dueWindow = 64;

const isDue = "q.endpoint_id = e.endpoint_id AND NOT q.is_blocked AND q.next_attempt_at <= $1 AND q.sequence <> ALL($3::bigint[])";

// Reads a limited number of deliveries per endpoint. Reads one row at a time. Otherwise, the planner might choose to read and sort all due
// rows.
const due = `
  WITH RECURSIVE endpoints AS (
    (SELECT q.endpoint_id FROM webhook_queue q ORDER BY q.endpoint_id LIMIT 1)
    UNION ALL
    SELECT next.endpoint_id FROM endpoints e, LATERAL (
      SELECT q.endpoint_id FROM webhook_queue q WHERE q.endpoint_id > e.endpoint_id ORDER BY q.endpoint_id LIMIT 1) AS next
  )
  SELECT found.sequence, found.delivery_id AS "deliveryId", found.endpoint_id AS "endpointId", found.workspace_id AS "workspaceId",
    found.is_follower AS "isFollower", found.followers
  FROM endpoints e, LATERAL (
    WITH RECURSIVE near AS (
      (SELECT q.*, 1 AS position FROM webhook_queue q WHERE ${isDue} ORDER BY q.next_attempt_at, q.sequence LIMIT 1)
      UNION ALL
      SELECT next.*, near.position + 1 FROM near, LATERAL (
        SELECT q.* FROM webhook_queue q WHERE ${isDue} AND (q.next_attempt_at, q.sequence) > (near.next_attempt_at, near.sequence)
        ORDER BY q.next_attempt_at, q.sequence LIMIT 1) AS next
      WHERE near.position < $5
    ),
    ranked AS (
      SELECT near.*, near.sequence > (SELECT first.sequence FROM (${firstDelivery("near")}) AS first) AS is_follower FROM near
    )
    SELECT ranked.*, (count(*) FILTER (WHERE ranked.is_follower) OVER ())::integer AS followers FROM ranked
    ORDER BY ranked.is_follower, ranked.position LIMIT $4
  ) AS found
  WHERE e.endpoint_id <> ALL($2::uuid[])`;

interface Dispatch {
  now: Date;
  /** Endpoints to skip. */
  busy: readonly string[];
  /** Values of `sequence` of the deliveries that are being sent. */
  inFlight: readonly string[];
  perEndpoint: number;
}

export const dueStatement = ({ now, busy, inFlight, perEndpoint }: Dispatch) => ({
  text: due,
  values: [now, busy, inFlight, perEndpoint, dueWindow],
});

/**
 * Returns due deliveries. Deliveries that need not wait for another delivery come first. Only the holder of the lease can read deliveries.
 */
export function readDueDeliveries(lease: Lease, dispatch: Dispatch): Promise<DueDelivery[]> {
  const { text, values } = dueStatement(dispatch);
  return lease.query<pg.QueryResultRow & DueDelivery>(text, values);
}

/** The data that is necessary to send a delivery. */
export interface Outgoing {
  deliveryId: string;
  eventId: string;
  body: string;
  attempts: number;
  firstFailedAt: string | null;
}

export function readOutgoing(read: Read, ids: readonly string[]): Promise<Outgoing[]> {
  return read<Outgoing>(sql`
    SELECT d.row_id AS "deliveryId", d.event_id AS "eventId", d.body, d.attempts, d.first_failed_at AS "firstFailedAt"
    FROM webhook_deliveries d WHERE d.row_id = ANY(${ids}::uuid[])`);
}

export interface Attempted {
  deliveryId: string;
  status: number | null;
  error: string | null;
  /** Time of the next attempt, or undefined after the last attempt. */
  nextAttemptAt: Date | undefined;
}

type Db = Pick<Tx, "sql" | "now">;

/** Stores the results of attempts. Ignores deliveries that are no longer pending. The caller must have locked the endpoint. */
export async function recordAttempts({ sql: run, now }: Db, endpointId: string, attempts: readonly Attempted[]): Promise<void> {
  if (attempts.length === 0) return;
  const [pending, delivered, failed] = (["PENDING", "DELIVERED", "FAILED"] as const).map((state) => deliveryStates.indexOf(state));
  const given = attempts.map(({ deliveryId, status, error, nextAttemptAt }) => {
    const state = error === null ? delivered : nextAttemptAt ? pending : failed;
    return { deliveryId, status, error, state, nextAttemptAt: nextAttemptAt?.toISOString() ?? null };
  });
  const at = now.toISOString();
  const recorded = await run<{ recordId: string; state: number }>(sql`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(given)}::json)
        AS g("deliveryId" uuid, status smallint, error text, state smallint, "nextAttemptAt" timestamptz)),
    repeated AS (
      UPDATE webhook_queue q SET next_attempt_at = g."nextAttemptAt" FROM given g
      WHERE q.delivery_id = g."deliveryId" AND g."nextAttemptAt" IS NOT NULL RETURNING q.delivery_id),
    finished AS (
      DELETE FROM webhook_queue q USING given g WHERE q.delivery_id = g."deliveryId" AND g."nextAttemptAt" IS NULL RETURNING q.delivery_id)
    UPDATE webhook_deliveries d SET state = g.state, attempts = d.attempts + 1, last_status = g.status, last_error = g.error,
      first_failed_at = CASE WHEN g.error IS NULL THEN d.first_failed_at ELSE coalesce(d.first_failed_at, ${at}::timestamptz) END,
      delivered_at = CASE WHEN g.error IS NULL THEN ${at}::timestamptz END, updated_at = ${at}::timestamptz
    FROM given g WHERE d.row_id = g."deliveryId" AND d.row_id = ANY(${attempts.map(({ deliveryId }) => deliveryId)}::uuid[])
      AND d.row_id IN (SELECT * FROM repeated UNION ALL SELECT * FROM finished)
    RETURNING d.record_id AS "recordId", d.state`);
  const finished = recorded.filter(({ state }) => state !== pending).map(({ recordId }) => ({ endpointId, recordId }));
  await unblockRecords({ sql: run }, finished);
}

/** Makes the next `max` waiting deliveries of an endpoint due. Returns the number of changed deliveries. */
export async function makeDue({ sql: run, now }: Db, endpointId: string, max: number): Promise<number> {
  const at = now.toISOString();
  const rows = await run(sql`
    UPDATE webhook_queue d SET next_attempt_at = ${at}::timestamptz WHERE d.sequence IN (
      SELECT q.sequence FROM webhook_queue q
      WHERE q.endpoint_id = ${endpointId}::uuid AND NOT q.is_blocked AND q.next_attempt_at > ${at}::timestamptz
      ORDER BY q.next_attempt_at, q.sequence LIMIT ${max}::integer)
    RETURNING d.sequence`);
  return rows.length;
}
