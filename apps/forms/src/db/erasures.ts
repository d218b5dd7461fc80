import type pg from "pg";

export interface Erasure {
  workspaceId: string;
  customerId: string;
  /** ISO 8601, in UTC. */
  erasedAt: string;
}

/**
 * Returns the erasures of customers since a time, oldest first. Reads the `customer.erased` events, which the outbox relay deletes after
 * OUTBOX_KEEP_DAYS.
 */
export async function listErasures(pool: pg.Pool, since: Date): Promise<Erasure[]> {
  const { rows } = await pool.query<Erasure>(
    `SELECT workspace_id AS "workspaceId", event->'data'->>'customerId' AS "customerId", event->>'time' AS "erasedAt"
     FROM (SELECT sequence, workspace_id, subject, event, created_at FROM outbox_events
           UNION ALL SELECT sequence, workspace_id, subject, event, created_at FROM published_events) AS events
     WHERE subject = 'offergraph.forms.customer.erased.v1' AND created_at >= $1 ORDER BY sequence`,
    [since],
  );
  return rows;
}
