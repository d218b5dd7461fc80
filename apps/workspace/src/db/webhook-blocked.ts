import { sql } from "@offergraph/service/db/statement";
import type { Tx } from "../tx.js";

// The dispatcher skips a blocked delivery until the previous delivery of its record has finished. Callers must have locked the endpoint.
// Without the lock, a delivery could stay blocked forever.

/** Reads the first `max` due deliveries of the endpoint. Blocks each delivery if a previous delivery of its record is pending. */
export async function blockFollowers({ sql: run, now }: Pick<Tx, "sql" | "now">, endpointId: string, max: number): Promise<void> {
  await run(sql`
    UPDATE webhook_queue b SET is_blocked = true WHERE b.sequence IN (
      SELECT near.sequence FROM (
        SELECT q.* FROM webhook_queue q
        WHERE q.endpoint_id = ${endpointId}::uuid AND NOT q.is_blocked AND q.next_attempt_at <= ${now.toISOString()}::timestamptz
        ORDER BY q.next_attempt_at, q.sequence LIMIT ${max}::integer) AS near
      WHERE EXISTS (
        SELECT FROM webhook_queue o
        WHERE o.endpoint_id = near.endpoint_id AND o.record_id = near.record_id AND o.sequence < near.sequence))`);
}

export interface RecordQueue {
  endpointId: string;
  recordId: string;
}

/** Unblocks the first pending delivery of each record. */
export async function unblockRecords({ sql: run }: Pick<Tx, "sql">, records: readonly RecordQueue[]): Promise<void> {
  if (records.length === 0) return;
  await run(sql`
    UPDATE webhook_queue b SET is_blocked = false
    FROM json_to_recordset(${JSON.stringify(records)}::json) AS g("endpointId" uuid, "recordId" text), LATERAL (
      SELECT q.sequence FROM webhook_queue q WHERE q.endpoint_id = g."endpointId" AND q.record_id = g."recordId"
      ORDER BY q.sequence LIMIT 1) AS first
    WHERE b.sequence = first.sequence AND b.is_blocked`);
}
