import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { OrderState } from "../domain/order-events.js";
import type { Db } from "../tx.js";
import type { OrderContentRow, OrderRow } from "./rows.js";

export const orderColumns = raw(`
  o.row_id AS "rowId", o.workspace_id AS "workspaceId", o.created_at AS "createdAt", o.updated_at AS "updatedAt",
  o.connection_id AS "connectionId", o.currency_id AS "currencyId", o.customer_id AS "customerId", o.customer_ref AS "customerRef",
  o.external_ref AS "externalRef", o.discount_code_id AS "discountCodeId", o.form_response_id AS "formResponseId",
  o.partner_id AS "partnerId", o.integration_slug AS "integrationSlug", o.best_tier AS "bestTier", o.total_price AS "totalPrice",
  o.refunded_total AS "refundedTotal", o.attributed_revenue AS "attributedRevenue", o.attribution_method AS "attributionMethod",
  o.attribution_scored_at AS "attributionScoredAt", o.paid_at AS "paidAt", o.placed_at AS "placedAt", o.placed_day AS "placedDay",
  o.is_real AS "isReal", o.origin_refs AS "originRefs", o.order_status AS "orderStatus", o.financial_status AS "financialStatus",
  o.fulfillment_status AS "fulfillmentStatus"`);

export function readOrders(read: Read, ids: readonly string[]): Promise<OrderRow[]> {
  return read(sql`SELECT ${orderColumns} FROM orders o WHERE o.row_id = ANY(${ids}::uuid[])`);
}

export const orderStateColumns = raw(`
  o.row_id AS "rowId", o.created_at AS "createdAt", o.updated_at AS "updatedAt", o.connection_id AS "connectionId",
  o.external_ref AS "externalRef", o.currency_id AS "currencyId", o.customer_id AS "customerId", o.customer_ref AS "customerRef",
  o.customer_name AS "customerName", o.discount_codes AS "discountCodes", o.total_price AS "totalPrice",
  o.refunded_total AS "refundedTotal", o.placed_at AS "placedAt", o.paid_at AS "paidAt", o.order_status AS "orderStatus",
  o.financial_status AS "financialStatus", o.fulfillment_status AS "fulfillmentStatus", o.is_real AS "isReal",
  o.origin_refs AS "originRefs", o.integration_slug AS "integrationSlug", o.discount_code_id AS "discountCodeId",
  o.partner_id AS "partnerId", o.form_response_id AS "formResponseId", o.best_tier AS "bestTier",
  o.attribution_method AS "attributionMethod", o.attributed_revenue AS "attributedRevenue",
  o.attribution_scored_at AS "attributionScoredAt"`);

/** Locks and reads these orders, to compare them with their state after the change. */
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
