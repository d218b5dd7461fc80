import { sql } from "@offergraph/service/db/statement";
import type { Db } from "../tx.js";
import { lockErasures } from "./erased-customers.js";

/** The use of a discount code by an order. `discountCodeId` is null if the order does not count as a use. */
export interface OrderUsage {
  orderId: string;
  discountCodeId: string | null;
  customerId: string | null;
  updatedAt: string;
  /**
   * Time at which the orders service emitted the event about the order. If the customer was erased after the event, the service does not
   * store the customer's id.
   */
  emittedAt: Date;
  nameKeys: readonly string[];
}

/**
 * Stores at most one usage per order, and updates the codes' usage counts. Ignores a usage that is older than the order's stored usage.
 * Locks codes in the order of their ids.
 */
export async function countUsages(tx: Db, usages: readonly OrderUsage[]): Promise<void> {
  if (usages.length === 0) return;
  const ids = usages.map(({ orderId }) => orderId);
  const [codes, times] = [usages.map(({ discountCodeId }) => discountCodeId), usages.map(({ updatedAt }) => updatedAt)];
  const [customers, emitted] = [usages.map(({ customerId }) => customerId), usages.map(({ emittedAt }) => emittedAt.toISOString())];
  await lockErasures(tx, "SHARE");
  await tx.sql(sql`
    WITH written AS (
      INSERT INTO order_usages AS u (workspace_id, order_id, discount_code_id, updated_at, customer_id)
      SELECT ${tx.workspaceId}::uuid, given.order_id, given.code_id, given.updated_at,
        CASE WHEN e.customer_id IS NULL THEN given.customer_id END
      FROM unnest(${ids}::uuid[], ${codes}::uuid[], ${times}::timestamptz[], ${customers}::uuid[], ${emitted}::timestamptz[])
        AS given(order_id, code_id, updated_at, customer_id, emitted_at)
      LEFT JOIN erased_customers e ON e.customer_id = given.customer_id AND e.erased_at >= given.emitted_at ORDER BY given.order_id
      ON CONFLICT (workspace_id, order_id) DO UPDATE SET
        previous_id = u.discount_code_id, discount_code_id = excluded.discount_code_id, updated_at = excluded.updated_at,
        customer_id = excluded.customer_id
      WHERE u.updated_at <= excluded.updated_at
      RETURNING u.discount_code_id, u.previous_id
    ), moved AS (
      SELECT one.code_id, sum(one.by)::integer AS by FROM (
        SELECT w.discount_code_id AS code_id, 1 AS by FROM written w UNION ALL SELECT w.previous_id, -1 FROM written w
      ) AS one WHERE one.code_id IS NOT NULL GROUP BY one.code_id HAVING sum(one.by) <> 0
    ), locked AS MATERIALIZED (
      SELECT d.row_id FROM discount_codes d WHERE d.row_id = ANY(ARRAY(SELECT m.code_id FROM moved m)) ORDER BY d.row_id FOR UPDATE
    ), counted AS (
      UPDATE discount_codes d SET usage_count = d.usage_count + m.by
      FROM moved m WHERE d.row_id = m.code_id AND d.row_id = ANY(ARRAY(SELECT l.row_id FROM locked l)) RETURNING d.row_id
    )
    INSERT INTO changed_usages AS k (workspace_id, discount_code_id) SELECT ${tx.workspaceId}::uuid, c.row_id FROM counted c
    ON CONFLICT (workspace_id, discount_code_id) DO UPDATE SET is_counted = true WHERE NOT k.is_counted`);
  await markUsedGrants(tx, usages);
}

/**
 * Links each order to the grant that owns the order's code. A linked grant no longer reserves a use. Removes outdated links. The caller
 * must have locked the discount codes.
 */
async function markUsedGrants(tx: Db, usages: readonly OrderUsage[]): Promise<void> {
  const [ids, coded] = [usages.map(({ orderId }) => orderId), usages.filter(({ nameKeys }) => nameKeys.length > 0)];
  await tx.sql(sql`
    UPDATE grant_codes g SET used_by = NULL FROM order_usages u
    WHERE g.used_by = ANY(${ids}::uuid[]) AND u.workspace_id = g.workspace_id AND u.order_id = g.used_by
      AND u.discount_code_id IS DISTINCT FROM g.discount_code_id`);
  if (coded.length === 0) return;
  const pairs = coded.flatMap(({ orderId, nameKeys }) => nameKeys.map((key) => ({ orderId, key })));
  await tx.sql(sql`
    UPDATE grant_codes g SET used_by = used.order_id
    FROM unnest(${pairs.map(({ orderId }) => orderId)}::uuid[], ${pairs.map(({ key }) => key)}::text[]) AS used(order_id, key)
    JOIN order_usages u ON u.order_id = used.order_id
    WHERE g.own_key = used.key AND g.used_by IS NULL AND u.discount_code_id = g.discount_code_id
      AND NOT EXISTS (SELECT FROM grant_codes o WHERE o.used_by = used.order_id)`);
}
