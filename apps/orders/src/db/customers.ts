import { columnList, jsonRows } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { raw, rowsById, sql } from "@offergraph/service/db/statement";
import type { SeenCustomer } from "../domain/customers.js";
import type { Db } from "../tx.js";
import { countedOrders } from "./order-series.js";
import { type CustomerRow, customerColumns } from "./rows.js";

export function readCustomers(read: Read, ids: readonly string[]): Promise<CustomerRow[]> {
  return read(sql`SELECT ${customerColumns} FROM ${rowsById("customers", ids)} c`);
}

export interface CurrencyTotals {
  customerId: string;
  currencyId: string;
  count: number;
  /** Amount in ten-thousandths; null if no order has attributed revenue. */
  attributedRevenue: string | null;
}

export function readCustomerTotals(read: Read, customerIds: readonly string[]): Promise<CurrencyTotals[]> {
  return read(sql`
    SELECT o.customer_id AS "customerId", o.currency_id AS "currencyId", count(*)::integer AS count, sum(o.attributed_revenue) AS "attributedRevenue"
    FROM orders o WHERE o.customer_id = ANY(${customerIds}::uuid[]) AND ${countedOrders}
    GROUP BY o.customer_id, o.currency_id ORDER BY o.currency_id`);
}

/** True if the received value replaces the stored value. Must match `compare` in domain/customers.ts. */
const isNewer = (field: "name" | "email") =>
  raw(
    `(excluded.${field} IS NOT NULL AND (kept.${field} IS NULL OR (kept.is_${field}_proven, kept.${field}_at, kept.${field}) < (excluded.is_${field}_proven, excluded.${field}_at, excluded.${field})))`,
  );
const newer = (field: "name" | "email") =>
  raw(
    [field, `${field}_at`, `is_${field}_proven`]
      .map((column) => `${column} = CASE WHEN ${isNewer(field).sql} THEN excluded.${column} ELSE kept.${column} END`)
      .join(", "),
  );

/**
 * Merges the customer data of received records into the stored customers. The result does not depend on the order of the calls, except for
 * an erased customer, whose other data counts only after data that may restore the customer. Call at the end of a transaction, because rows
 * stay locked, and only once, so that all transactions lock customers in the same order. `restoring` lists the customers that the data may
 * restore after an erasure, by default all.
 */
export async function upsertCustomers(tx: Db, seen: readonly SeenCustomer[], restoring?: readonly string[]): Promise<void> {
  const [first] = seen;
  if (!first) return;
  const time = tx.now.toISOString();
  const columns = columnList(first);
  const restores = restoring === undefined ? sql`true` : sql`kept.row_id = ANY(${restoring}::uuid[])`;
  await tx.sql(sql`
    INSERT INTO customers AS kept (workspace_id, created_at, updated_at, ${columns})
    SELECT ${tx.workspaceId}::uuid, ${time}::timestamptz, ${time}::timestamptz, ${columns}
    FROM json_populate_recordset(NULL::customers, ${jsonRows(seen)}::json) ORDER BY row_id
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = GREATEST(kept.updated_at, excluded.updated_at), ref = excluded.ref,
      first_seen_at = LEAST(kept.first_seen_at, excluded.first_seen_at), last_seen_at = GREATEST(kept.last_seen_at, excluded.last_seen_at),
      ${newer("name")}, ${newer("email")}
    WHERE CASE WHEN kept.ref IS NULL THEN ${restores} ELSE
      excluded.first_seen_at < kept.first_seen_at OR excluded.last_seen_at > kept.last_seen_at OR ${isNewer("name")} OR ${isNewer("email")} END`);
}
