import { sql } from "@offergraph/service/db/statement";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import type { OrderReference } from "../domain/order-reference.js";

/** Stored order before an update. */
export interface KnownOrder {
  rowId: string;
  customerId: string | null;
  formResponseId: string | null;
  nameKeys: string[];
}

/**
 * Reads stored orders by id. The statement forces a lookup by key: a plan made while the table was empty would read all orders of the
 * workspace for every batch until the table is analyzed.
 */
export async function readKnownOrders({ read, workspaceId }: Keeping, ids: readonly string[]): Promise<Map<string, KnownOrder>> {
  const rows = await read<KnownOrder>(sql`
    SELECT o.row_id AS "rowId", o.customer_id AS "customerId", o.form_response_id AS "formResponseId",
      ARRAY(SELECT n.name_key FROM order_code_names n WHERE n.workspace_id = o.workspace_id AND n.order_id = o.row_id) AS "nameKeys"
    FROM unnest(${ids}::uuid[]) AS wanted(id) CROSS JOIN LATERAL (
      SELECT k.* FROM order_references k WHERE k.workspace_id = ${workspaceId}::uuid AND k.row_id = wanted.id OFFSET 0
    ) o`);
  return new Map(rows.map((row) => [row.rowId, row]));
}

/**
 * Upserts orders unless a newer version is stored. Expects each order once. Returns the written ids. Events of an order arrive in order, so
 * equal times are written.
 */
export async function keepOrderReferences({ read, workspaceId }: Keeping, orders: readonly OrderReference[]): Promise<Set<string>> {
  const rows = orders.map((order) => ({
    row_id: order.rowId,
    updated_at: order.updatedAt,
    customer_id: order.customerId,
    placed_at: order.placedAt,
    is_real: order.isReal,
    is_cancelled: order.isCancelled,
    is_refunded: order.isRefunded,
    discount_code_id: order.discountCodeId,
    form_response_id: order.formResponseId,
  }));
  const kept = await read<{ rowId: string; isNew: boolean }>(sql`
    INSERT INTO order_references AS kept (row_id, workspace_id, updated_at, customer_id, placed_at, is_real, is_cancelled, is_refunded,
      discount_code_id, form_response_id)
    SELECT t.row_id, ${workspaceId}::uuid, t.updated_at, t.customer_id, t.placed_at, t.is_real, t.is_cancelled, t.is_refunded,
      t.discount_code_id, t.form_response_id
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t(row_id uuid, updated_at timestamptz, customer_id uuid, placed_at timestamptz,
      is_real boolean, is_cancelled boolean, is_refunded boolean, discount_code_id uuid, form_response_id uuid)
    ON CONFLICT (workspace_id, row_id) DO UPDATE
    SET updated_at = excluded.updated_at, customer_id = excluded.customer_id, placed_at = excluded.placed_at, is_real = excluded.is_real,
      is_cancelled = excluded.is_cancelled, is_refunded = excluded.is_refunded, discount_code_id = excluded.discount_code_id,
      form_response_id = excluded.form_response_id
    WHERE kept.updated_at <= excluded.updated_at RETURNING kept.row_id AS "rowId", kept.xmax = 0 AS "isNew"`);
  const ids = new Set(kept.map(({ rowId }) => rowId));
  const changed = kept.flatMap(({ rowId, isNew }) => (isNew ? [] : rowId));
  if (changed.length > 0) await read(sql`DELETE FROM order_code_names n WHERE n.order_id = ANY(${changed}::uuid[])`);
  const names = orders.flatMap(({ rowId, nameKeys }) => (ids.has(rowId) ? nameKeys.map((key) => ({ rowId, key })) : []));
  if (names.length > 0)
    await read(sql`
      INSERT INTO order_code_names (workspace_id, name_key, order_id)
      SELECT ${workspaceId}::uuid, given.key, given.order_id
      FROM unnest(${names.map(({ key }) => key)}::text[], ${names.map(({ rowId }) => rowId)}::uuid[]) AS given(key, order_id) ON CONFLICT DO NOTHING`);
  return ids;
}
