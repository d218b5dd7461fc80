import { sql } from "@offergraph/service/db/statement";
import { pushesOf, type StoreTx } from "./store-pushes.js";

interface Sent {
  subjectId: string;
  id: string;
}

/** Records accepted messages; newer requests become due at once. Returns the subjects whose result no earlier lease holder has recorded. */
export async function recordAccepted(store: StoreTx, accepted: readonly (Sent & { leavesNothing: boolean })[]): Promise<Set<string>> {
  if (accepted.length === 0) return new Set();
  const given = accepted.map(({ subjectId, id, leavesNothing }) => ({ subjectId, id, leavesNothing }));
  const rows = await store.sql<{ id: string }>(sql`
    UPDATE store_pushes s SET
      pushed_hash = CASE WHEN NOT given."leavesNothing" THEN s.sending_hash END, done = s.sending_requested, attempts = 0,
      due_at = CASE WHEN s.requested > s.sending_requested THEN ${store.now.toISOString()}::timestamptz END,
      sending_id = NULL, sending_hash = NULL, sending_text = NULL, sending_requested = NULL
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS given("subjectId" uuid, id uuid, "leavesNothing" boolean)
    WHERE ${pushesOf(store)} AND s.subject_id = given."subjectId" AND s.sending_id = given.id
    RETURNING s.subject_id AS id`);
  return new Set(rows.map(({ id }) => id));
}

/** Exponential backoff after a failure, in milliseconds. */
export interface RetryWait {
  firstMs: number;
  maxMs: number;
}

/** Records failed messages and schedules retries; returns the number of consecutive failures by subject. */
export async function recordFailed(
  store: StoreTx,
  failed: readonly (Sent & { isRejected: boolean; wait: RetryWait })[],
): Promise<Map<string, number>> {
  if (failed.length === 0) return new Map();
  const given = failed.map(({ subjectId, id, isRejected, wait }) => ({ subjectId, id, isRejected, ...wait }));
  // Drops the text of a rejected message, except of a credit, so that a newer version can replace it.
  const rows = await store.sql<{ id: string; attempts: number }>(sql`
    UPDATE store_pushes s SET
      attempts = s.attempts + 1, sending_text = CASE WHEN NOT given."isRejected" OR s.discount_code_id IS NULL THEN s.sending_text END,
      due_at = ${store.now.toISOString()}::timestamptz
        + LEAST(given."maxMs", given."firstMs" * power(2, LEAST(s.attempts, 30))) * interval '1 millisecond'
    FROM json_to_recordset(${JSON.stringify(given)}::json)
      AS given("subjectId" uuid, id uuid, "isRejected" boolean, "firstMs" integer, "maxMs" integer)
    WHERE ${pushesOf(store)} AND s.subject_id = given."subjectId" AND s.sending_id = given.id
    RETURNING s.subject_id AS id, s.attempts`);
  return new Map(rows.map(({ id, attempts }) => [id, attempts]));
}
