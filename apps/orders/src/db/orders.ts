import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { orderColumns, reportedColumns } from "./columns.js";
import type { OrderContentRow, OrderRow, ReportedOrderRow } from "./rows.js";

export function readOrders(read: Read, ids: readonly string[]): Promise<OrderRow[]> {
  return read(sql`SELECT ${orderColumns} FROM orders o WHERE o.row_id = ANY(${ids}::uuid[])`);
}

export function readReported(read: Read, orderIds: readonly string[], reportingCurrency: string): Promise<ReportedOrderRow[]> {
  return read(sql`SELECT ${reportedColumns(reportingCurrency)} FROM order_reported v WHERE v.order_id = ANY(${orderIds}::uuid[])`);
}

/** Tables with free-form data of orders, at most one row per order. */
export type ContentTable = "order_customs" | "order_store_providers" | "order_payment_providers";

export function readContents(read: Read, table: ContentTable, orderIds: readonly string[]): Promise<OrderContentRow[]> {
  return read(sql`SELECT a.order_id AS "rowId", a.content FROM ${raw(table)} a WHERE a.order_id = ANY(${orderIds}::uuid[])`);
}
