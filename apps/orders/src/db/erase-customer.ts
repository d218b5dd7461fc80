import { raw, sql } from "@offergraph/service/db/statement";
import { responseStatuses } from "../domain/ordinals.js";
import type { Db, Tx } from "../tx.js";

const complete = raw(String(responseStatuses.indexOf("COMPLETE")));

/** Locks the customer's orders, and orders that may be attributed to the customer's responses. Returns the order ids. */
export async function lockOrdersOf(tx: Db, customerId: string): Promise<string[]> {
  const found = await tx.sql<{ id: string }>(sql`
    WITH response AS (
      SELECT r.* FROM form_response_references r WHERE r.customer_id = ${customerId}::uuid AND r.status = ${complete}
    ), found AS (
      SELECT o.row_id FROM orders o WHERE o.customer_id = ${customerId}::uuid
      UNION SELECT o.row_id FROM response r JOIN orders o ON o.click_id = r.click_id
      UNION SELECT o.row_id FROM response r JOIN orders o ON o.visitor_id = r.visitor_id
      UNION SELECT o.row_id FROM response r JOIN orders o ON o.claimed_form_response_id = r.row_id
    )
    SELECT o.row_id AS id FROM orders o WHERE o.row_id IN (SELECT found.row_id FROM found) ORDER BY o.row_id FOR UPDATE`);
  return found.map(({ id }) => id);
}

/** Pins responses to their orders, because attribution cannot find them after the erasure. */
export async function pinResponses(tx: Db, pinned: ReadonlyMap<string, string>): Promise<void> {
  await tx.sql(sql`
    UPDATE orders o SET pinned_response_id = pinned.response_id
    FROM unnest(${[...pinned.keys()]}::uuid[], ${[...pinned.values()]}::uuid[]) AS pinned(order_id, response_id)
    WHERE o.row_id = pinned.order_id`);
}

/** Erases identifying fields and free-form store data from a customer's orders. Returns the number of orders. */
export async function eraseFromOrders(tx: Tx, customerId: string): Promise<number> {
  const orders = await tx.sql<{ id: string }>(sql`
    SELECT o.row_id AS id FROM orders o WHERE o.customer_id = ${customerId}::uuid ORDER BY o.row_id FOR UPDATE`);
  const ids = orders.map(({ id }) => id);
  await tx.sql(sql`
    UPDATE orders o SET updated_at = GREATEST(o.updated_at, ${tx.now.toISOString()}::timestamptz), customer_id = NULL, customer_ref = NULL, customer_name = NULL,
      click_id = NULL, visitor_id = NULL
    WHERE o.row_id = ANY(${ids}::uuid[])`);
  await tx.sql(sql`DELETE FROM order_customs a WHERE a.order_id = ANY(${ids}::uuid[])`);
  await tx.sql(sql`DELETE FROM order_store_providers a WHERE a.order_id = ANY(${ids}::uuid[])`);
  await tx.sql(sql`DELETE FROM order_payment_providers a WHERE a.order_id = ANY(${ids}::uuid[])`);
  return ids.length;
}

export async function eraseFromOthers(tx: Db, customerId: string): Promise<void> {
  await tx.sql(sql`
    WITH locked AS (SELECT c.row_id FROM checkouts c WHERE c.customer_id = ${customerId}::uuid ORDER BY c.row_id FOR UPDATE)
    UPDATE checkouts c SET updated_at = GREATEST(c.updated_at, ${tx.now.toISOString()}::timestamptz), customer_id = NULL, customer_ref = NULL
    FROM locked WHERE c.row_id = locked.row_id`);
  await tx.sql(sql`
    UPDATE form_response_references r SET customer_id = NULL, click_id = NULL, visitor_id = r.row_id::text
    WHERE r.customer_id = ${customerId}::uuid`);
  await tx.sql(sql`UPDATE granted_codes g SET customer_id = NULL WHERE g.customer_id = ${customerId}::uuid`);
  await tx.sql(sql`
    UPDATE customers c SET updated_at = GREATEST(c.updated_at, ${tx.now.toISOString()}::timestamptz), ref = NULL, name = NULL, name_at = NULL,
      is_name_proven = false, email = NULL, email_at = NULL, is_email_proven = false, first_seen_at = NULL, last_seen_at = NULL
    WHERE c.row_id = ${customerId}::uuid AND c.ref IS NOT NULL`);
}
