import { raw, sql } from "@offergraph/service/db/statement";

// Select lists of plain rows: each column under its name in the schema.

export const orderColumns = raw(`
  o.row_id AS "rowId", o.workspace_id AS "workspaceId", o.created_at AS "createdAt", o.updated_at AS "updatedAt",
  o.connection_id AS "connectionId", o.currency_id AS "currencyId", o.customer_id AS "customerId", o.customer_ref AS "customerRef",
  o.external_ref AS "externalRef", o.discount_code_id AS "discountCodeId", o.form_response_id AS "formResponseId",
  o.partner_id AS "partnerId", o.integration_slug AS "integrationSlug", o.best_tier AS "bestTier", o.total_price AS "totalPrice",
  o.refunded_total AS "refundedTotal", o.attributed_revenue AS "attributedRevenue", o.attribution_method AS "attributionMethod",
  o.attribution_scored_at AS "attributionScoredAt", o.paid_at AS "paidAt", o.placed_at AS "placedAt", o.placed_day AS "placedDay",
  o.is_real AS "isReal", o.origin_refs AS "originRefs", o.order_status AS "orderStatus", o.financial_status AS "financialStatus",
  o.fulfillment_status AS "fulfillmentStatus"`);

/**
 * Columns of the reported view `v` in this currency. After a change of the reporting currency, a row still in the old one counts as not
 * converted until it is recalculated, in lists and series alike.
 */
export function reportedView(reportingCurrency: string) {
  const isIn = sql`v.reporting_currency = ${reportingCurrency}::text`;
  const only = (column: string) => sql`CASE WHEN ${isIn} THEN ${raw(column)} END`;
  return {
    converted: sql`(v.converted AND ${isIn})`,
    reportingCurrency: sql`CASE WHEN v.order_id IS NOT NULL THEN ${reportingCurrency}::text END`,
    rateProvider: only("v.rate_provider"),
    rate: only("v.rate"),
    totalPrice: only("v.reported_total_price"),
    attributedRevenue: only("v.reported_attributed_revenue"),
  };
}

export function reportedColumns(inCurrency: string) {
  const { converted, reportingCurrency, rateProvider, rate, totalPrice, attributedRevenue } = reportedView(inCurrency);
  return sql`
    v.order_id AS "rowId", v.placed_day AS "placedDay", v.best_tier AS "bestTier", ${converted} AS converted,
    v.native_currency AS "nativeCurrency", ${reportingCurrency} AS "reportingCurrency", ${rateProvider} AS "rateProvider",
    trim_scale(${rate}) AS rate, v.native_total_price AS "nativeTotalPrice", v.native_attributed_revenue AS "nativeAttributedRevenue",
    ${totalPrice} AS "reportedTotalPrice", ${attributedRevenue} AS "reportedAttributedRevenue"`;
}

export const checkoutColumns = raw(`
  c.row_id AS "rowId", c.workspace_id AS "workspaceId", c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  c.connection_id AS "connectionId", c.customer_id AS "customerId", c.customer_ref AS "customerRef", c.external_ref AS "externalRef",
  c.form_response_id AS "formResponseId", c.order_id AS "orderId", c.partner_id AS "partnerId",
  c.provider_updated_at AS "providerUpdatedAt", c.stage, c.started_day AS "startedDay", c.status`);
