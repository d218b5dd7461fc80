import { raw, sql } from "@offergraph/service/db/statement";
import { checkoutStatuses } from "../domain/ordinals.js";
import type { Db } from "../tx.js";
import { type CheckoutState, checkoutStateColumns } from "./rows.js";

const converted = raw(String(checkoutStatuses.indexOf("CONVERTED")));

/**
 * Serializes writes of orders with writes of checkouts, because concurrent transactions do not see each other's rows and could miss a link.
 * Transactions that write orders share the lock.
 */
export async function lockLinks(tx: Db, from: "orders" | "checkouts") {
  const lock = raw(from === "orders" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await tx.sql(sql`SELECT ${lock}(hashtextextended(${`checkout links ${tx.workspaceId}`}, 0))::text AS held`);
}

export async function convertCheckouts(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.sql(sql`
    UPDATE checkouts c SET order_id = o.row_id, status = ${converted}, updated_at = GREATEST(c.updated_at, ${tx.now.toISOString()}::timestamptz)
    FROM orders o
    WHERE c.row_id = ANY(${ids}::uuid[]) AND o.workspace_id = ${tx.workspaceId}::uuid AND o.connection_id = c.connection_id
      AND o.external_ref = c.order_external_ref AND (c.order_id IS DISTINCT FROM o.row_id OR c.status <> ${converted})`);
}

/** Links checkouts to these orders. Returns the changed checkouts with their previous status. */
export function convertCheckoutsOf(tx: Db, orderIds: readonly string[]): Promise<(CheckoutState & { before: number })[]> {
  return tx.sql(sql`
    WITH found AS MATERIALIZED (
      SELECT c.row_id, c.status, o.row_id AS order_id
      FROM orders o JOIN checkouts c ON c.workspace_id = o.workspace_id AND c.connection_id = o.connection_id
        AND c.order_external_ref = o.external_ref
      WHERE o.workspace_id = ${tx.workspaceId}::uuid AND o.row_id = ANY(${orderIds}::uuid[])
        AND (c.order_id IS DISTINCT FROM o.row_id OR c.status <> ${converted})
      ORDER BY c.row_id FOR UPDATE OF c
    )
    UPDATE checkouts c SET order_id = found.order_id, status = ${converted}, updated_at = GREATEST(c.updated_at, ${tx.now.toISOString()}::timestamptz)
    FROM found WHERE c.workspace_id = ${tx.workspaceId}::uuid AND c.row_id = found.row_id
    RETURNING ${checkoutStateColumns}, found.status AS before`);
}
