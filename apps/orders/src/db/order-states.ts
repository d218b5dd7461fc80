import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { OrderState } from "../domain/order-events.js";

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
export function lockOrderStates(read: Read, ids: readonly string[]): Promise<OrderState[]> {
  return read(sql`SELECT ${orderStateColumns} FROM orders o WHERE o.row_id = ANY(${ids}::uuid[]) ORDER BY o.row_id FOR UPDATE`);
}

export function readOrderStates(read: Read, ids: readonly string[]): Promise<OrderState[]> {
  return read(sql`SELECT ${orderStateColumns} FROM orders o WHERE o.row_id = ANY(${ids}::uuid[])`);
}
