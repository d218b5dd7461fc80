import { raw, sql } from "@offergraph/service/db/statement";
import type { Tx } from "../tx.js";

// The dispatcher skips a blocked delivery until the previous delivery of its record has finished. Callers must have locked the endpoint.
// Without the lock, a delivery could stay blocked forever.

/**
 * Returns a query for the first pending delivery of a record, or of the next record in the index if the record has none. The comparison
 * has the index's order, so PostgreSQL reads one row. With "=", the planner might read the whole queue if most deliveries belong to one record.
 */
export const firstDelivery = (record: "near" | "given") => `
  SELECT o.* FROM webhook_queue o WHERE (o.endpoint_id, o.record_id) >= (${record}.endpoint_id, ${record}.record_id)
  ORDER BY o.endpoint_id, o.record_id, o.sequence LIMIT 1`;

/** Reads the first `max` due deliveries of the endpoint. Blocks each delivery if a previous delivery of its record is pending. */
export async function blockFollowers({ sql: run, now }: Pick<Tx, "sql" | "now">, endpointId: string, max: number): Promise<void> {
  await run(sql`
    UPDATE webhook_queue b SET is_blocked = true WHERE b.sequence IN (
      SELECT near.sequence FROM (
        SELECT q.* FROM webhook_queue q
        WHERE q.endpoint_id = ${endpointId}::uuid AND NOT q.is_blocked AND q.next_attempt_at <= ${now.toISOString()}::timestamptz
        ORDER BY q.next_attempt_at, q.sequence LIMIT ${max}::integer) AS near
      WHERE near.sequence > (SELECT first.sequence FROM (${raw(firstDelivery("near"))}) AS first))`);
}

export interface RecordQueue {
  endpointId: string;
  recordId: string;
}

/** Unblocks the first pending delivery of each record. */
export async function unblockRecords({ sql: run }: Pick<Tx, "sql">, records: readonly RecordQueue[]): Promise<void> {
  if (records.length === 0) return;
  const keys = records.map(({ endpointId, recordId }) => ({ endpoint_id: endpointId, record_id: recordId }));
  await run(sql`
    UPDATE webhook_queue b SET is_blocked = false
    FROM json_to_recordset(${JSON.stringify(keys)}::json) AS given(endpoint_id uuid, record_id text),
      LATERAL (${raw(firstDelivery("given"))}) AS first
    WHERE b.sequence = first.sequence AND b.is_blocked
      AND first.endpoint_id = given.endpoint_id AND first.record_id = given.record_id`);
}
