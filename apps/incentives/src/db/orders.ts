import { columnList, jsonRows } from "@offergraph/service/db/plain-row";
import { sql } from "@offergraph/service/db/statement";
import type { OrderReference } from "../domain/order-reference.js";
import type { Db } from "../tx.js";

export type KnownOrder = Pick<OrderReference, "rowId" | "customerId" | "formResponseId" | "nameKeys">;

/** Forces PostgreSQL to use the index. With outdated statistics, the planner would choose a sequential scan. */
export async function readKnownOrders(tx: Db, ids: readonly string[]): Promise<Map<string, KnownOrder>> {
  const rows = await tx.sql<KnownOrder>(sql`
    SELECT o.row_id AS "rowId", o.customer_id AS "customerId", o.form_response_id AS "formResponseId",
      ARRAY(SELECT n.name_key FROM order_code_names n WHERE n.workspace_id = o.workspace_id AND n.order_id = o.row_id) AS "nameKeys"
    FROM unnest(${ids}::uuid[]) AS wanted(id) CROSS JOIN LATERAL (
      SELECT k.* FROM order_references k WHERE k.workspace_id = ${tx.workspaceId}::uuid AND k.row_id = wanted.id OFFSET 0
    ) o`);
  return new Map(rows.map((row) => [row.rowId, row]));
}

/**
 * Writes orders and returns the written ids. The list must contain each order at most once. If `updatedAt` is equal, the new version
 * replaces the stored version, because versions arrive in order.
 */
export async function upsertOrders(tx: Db, orders: readonly OrderReference[]): Promise<Set<string>> {
  const rows = orders.map(({ nameKeys, ...order }) => ({ ...order, workspaceId: tx.workspaceId }));
  const kept = await tx.sql<{ rowId: string; isNew: boolean }>(sql`
    INSERT INTO order_references AS kept (${columnList(rows[0])}) SELECT ${columnList(rows[0])} FROM jsonb_populate_recordset(NULL::order_references, ${jsonRows(rows)}::jsonb)
    ON CONFLICT (workspace_id, row_id) DO UPDATE
    SET updated_at = excluded.updated_at, customer_id = excluded.customer_id, placed_at = excluded.placed_at, is_real = excluded.is_real,
      is_cancelled = excluded.is_cancelled, is_refunded = excluded.is_refunded, discount_code_id = excluded.discount_code_id,
      form_response_id = excluded.form_response_id
    WHERE kept.updated_at <= excluded.updated_at RETURNING kept.row_id AS "rowId", kept.xmax = 0 AS "isNew"`);
  const ids = new Set(kept.map(({ rowId }) => rowId));
  const changed = kept.flatMap(({ rowId, isNew }) => (isNew ? [] : rowId));
  if (changed.length > 0) await tx.sql(sql`DELETE FROM order_code_names n WHERE n.order_id = ANY(${changed}::uuid[])`);
  const names = orders.flatMap(({ rowId, nameKeys }) => (ids.has(rowId) ? nameKeys.map((key) => ({ rowId, key })) : []));
  if (names.length > 0)
    await tx.sql(sql`
      INSERT INTO order_code_names (workspace_id, name_key, order_id)
      SELECT ${tx.workspaceId}::uuid, given.key, given.order_id
      FROM unnest(${names.map(({ key }) => key)}::text[], ${names.map(({ rowId }) => rowId)}::uuid[]) AS given(key, order_id) ON CONFLICT DO NOTHING`);
  return ids;
}
