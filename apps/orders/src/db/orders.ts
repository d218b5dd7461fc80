import type { Read } from "@offergraph/service/db/read";
import { raw, rowsById, type Statement, sql } from "@offergraph/service/db/statement";
import type { OrderState } from "../domain/order-events.js";
import type { Db } from "../tx.js";
import { type OrderContentRow, type OrderRow, orderStateColumns } from "./rows.js";

export function readOrders(read: Read, ids: readonly string[], columns: Statement): Promise<OrderRow[]> {
  return read(sql`SELECT ${columns} FROM ${rowsById("orders", ids)} o`);
}

/** Locks and reads these orders, for comparison with their later state. */
export function lockOrderStates(tx: Db, ids: readonly string[]): Promise<OrderState[]> {
  return tx.sql(sql`SELECT ${orderStateColumns} FROM orders o WHERE o.row_id = ANY(${ids}::uuid[]) ORDER BY o.row_id FOR UPDATE`);
}

export function readOrderStates(tx: Db, ids: readonly string[]): Promise<OrderState[]> {
  return tx.sql(sql`SELECT ${orderStateColumns} FROM orders o WHERE o.row_id = ANY(${ids}::uuid[])`);
}

/** Tables with free-form data of orders, at most one row per order. */
export type ContentTable = "order_customs" | "order_store_providers" | "order_payment_providers";

export function readContents(read: Read, table: ContentTable, orderIds: readonly string[]): Promise<OrderContentRow[]> {
  return read(sql`SELECT a.order_id AS "rowId", a.content FROM ${raw(table)} a WHERE a.order_id = ANY(${orderIds}::uuid[])`);
}
