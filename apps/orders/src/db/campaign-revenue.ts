import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { countedOrders } from "./order-series.js";
import { reportedView } from "./reported.js";

/** A campaign with the ids of its codes, as sent by the discounts service. */
export interface CampaignCodes {
  rowId: string;
  discountCodeIds: string[];
}

/** Amounts are in ten-thousandths. Amounts are null if no order has attributed revenue. */
export interface CurrencyTotals {
  currencyId: string;
  orderCount: number;
  revenueCount: number;
  attributedRevenue: string | null;
  reportedAttributedRevenue: string | null;
}

/**
 * Returns totals per currency of the orders that are attributed to these codes. Excludes test orders, canceled orders and voided orders.
 */
export function readCurrencyTotals(read: Read, codeIds: readonly string[], reportingCurrency: string): Promise<CurrencyTotals[]> {
  return read(sql`
    SELECT o.currency_id AS "currencyId", count(*)::integer AS "orderCount", count(o.attributed_revenue)::integer AS "revenueCount",
      sum(o.attributed_revenue) AS "attributedRevenue", sum(${reportedView(reportingCurrency).attributedRevenue}) AS "reportedAttributedRevenue"
    FROM orders o LEFT JOIN order_reported v ON v.order_id = o.row_id
    WHERE o.discount_code_id = ANY(${codeIds}::uuid[]) AND ${countedOrders} GROUP BY o.currency_id ORDER BY o.currency_id`);
}
