import { sql } from "@offergraph/service/db/statement";
import { pushesOf, type StoreTx } from "./store-pushes.js";

interface Sent {
  subjectId: string;
  id: string;
}

const subjectIdsOf = (sent: readonly Sent[]) => sent.map(({ subjectId }) => subjectId);
const idsOf = (sent: readonly Sent[]) => sent.map(({ id }) => id);

/**
 * Records accepted messages; newer requests become due at once. Returns the subjects whose result was not recorded before, e.g. by the
 * previous holder of the lease.
 */
export async function recordAccepted(store: StoreTx, accepted: readonly (Sent & { leavesNothing: boolean })[]): Promise<Set<string>> {
  if (accepted.length === 0) return new Set();
  const leaveNothing = accepted.map(({ leavesNothing }) => leavesNothing);
  const rows = await store.sql<{ id: string }>(sql`
    UPDATE store_pushes s SET
      pushed_hash = CASE WHEN NOT given.leaves_nothing THEN s.sending_hash END, done = s.sending_requested, attempts = 0,
      due_at = CASE WHEN s.requested > s.sending_requested THEN ${store.now.toISOString()}::timestamptz END,
      sending_id = NULL, sending_hash = NULL, sending_text = NULL, sending_requested = NULL
    FROM unnest(${subjectIdsOf(accepted)}::uuid[], ${idsOf(accepted)}::uuid[], ${leaveNothing}::boolean[]) AS given(subject_id, id, leaves_nothing)
    WHERE ${pushesOf(store)} AND s.subject_id = given.subject_id
      AND s.sending_id = given.id
    RETURNING s.subject_id AS id`);
  return new Set(rows.map(({ id }) => id));
}

/** Exponential backoff after a failure, in milliseconds. */
export interface RetryWait {
  firstMs: number;
  maxMs: number;
}

/**
 * Records failed messages and schedules retries. Drops the text of a rejected message, except of credits, so that a newer version can replace
 * it. Returns the number of consecutive failures by subject.
 */
export async function recordFailed(
  store: StoreTx,
  failed: readonly (Sent & { isRejected: boolean; wait: RetryWait })[],
): Promise<Map<string, number>> {
  if (failed.length === 0) return new Map();
  const [firsts, maxima] = [failed.map(({ wait }) => wait.firstMs), failed.map(({ wait }) => wait.maxMs)];
  const rejected = failed.map(({ isRejected }) => isRejected);
  const rows = await store.sql<{ id: string; attempts: number }>(sql`
    UPDATE store_pushes s SET
      attempts = s.attempts + 1, sending_text = CASE WHEN NOT given.is_rejected OR s.discount_code_id IS NULL THEN s.sending_text END,
      due_at = ${store.now.toISOString()}::timestamptz
        + LEAST(given.max, given.first * power(2, LEAST(s.attempts, 30))) * interval '1 millisecond'
    FROM unnest(${subjectIdsOf(failed)}::uuid[], ${idsOf(failed)}::uuid[], ${rejected}::boolean[], ${firsts}::integer[], ${maxima}::integer[])
      AS given(subject_id, id, is_rejected, first, max)
    WHERE ${pushesOf(store)} AND s.subject_id = given.subject_id
      AND s.sending_id = given.id
    RETURNING s.subject_id AS id, s.attempts`);
  return new Map(rows.map(({ id, attempts }) => [id, attempts]));
}
