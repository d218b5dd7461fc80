import { join, raw, type Statement, sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { Connection } from "@offergraph/service/filters/connection";
import { type ListArguments, type ListContext, readList, sortKeys } from "@offergraph/service/filters/list";
import type { OrderGroup } from "../generated/types.js";
import { countedOrders } from "./order-series.js";
import { reportedView } from "./reported.js";

/** Amounts are in ten-thousandths. */
export interface OrderSumRow {
  groupBy: OrderGroup;
  groupId: string | null;
  currencyId: string;
  orderCount: number;
  customerCount: number;
  totalPrice: string;
  attributedRevenue: string;
  refundedTotal: string;
  reportedAttributedRevenue: string | null;
  discountGiven: string;
  reportedDiscountGiven: string | null;
  reportingCurrency: string;
}
export type OrderSumPage = Connection<OrderSumRow>;

/**
 * Selects orders that are attributed to a grant's code, with the response that earned the grant. A minted code belongs to one grant. The
 * grant of any other code must have been issued to the order's customer before the order. If several grants match, selects the grant that
 * was issued last.
 */
const grantedResponses = sql`
  SELECT DISTINCT ON (f.order_id) f.order_id, f.form_response_id
  FROM (
    SELECT b.row_id AS order_id, c.form_response_id, c.issued_at, c.grant_id
    FROM wanted b
    JOIN order_code_names n ON n.workspace_id = b.workspace_id AND n.order_id = b.row_id
    JOIN minted_code_names m ON m.workspace_id = b.workspace_id AND m.name_key = n.name_key AND m.discount_code_id = b.discount_code_id
    JOIN granted_codes c ON c.workspace_id = b.workspace_id AND c.grant_id = m.grant_id
    UNION ALL
    SELECT b.row_id, c.form_response_id, c.issued_at, c.grant_id
    FROM wanted b
    JOIN granted_codes c ON c.workspace_id = b.workspace_id AND c.customer_id = b.customer_id AND c.discount_code_id = b.discount_code_id
    JOIN order_code_names n ON n.workspace_id = b.workspace_id AND n.order_id = b.row_id AND n.name_key = c.name_key
    WHERE c.issued_at <= b.placed_at
  ) f ORDER BY f.order_id, f.issued_at DESC, f.grant_id`;

/** SQL expression of each group's id, and the join that it requires. The join can repeat an order. */
const groups: Record<OrderGroup, { id: Statement; join: Statement }> = {
  NONE: { id: sql`NULL::uuid`, join: sql`` },
  DISCOUNT_CODE: { id: sql`o.discount_code_id`, join: sql`` },
  PARTNER: { id: sql`o.partner_id`, join: sql`` },
  CAMPAIGN: {
    id: sql`g.campaign_id`,
    // Excludes deleted codes, because no event reports that a deleted code was removed from its campaigns.
    join: sql`LEFT JOIN (
      SELECT c.campaign_id, c.discount_code_id
      FROM campaign_codes c LEFT JOIN discount_code_references d ON d.workspace_id = c.workspace_id AND d.row_id = c.discount_code_id
      WHERE d.is_deleted IS NOT TRUE
    ) g ON g.discount_code_id = o.discount_code_id`,
  },
  CHANNEL: {
    id: sql`r.channel_id`,
    join: sql`LEFT JOIN (${grantedResponses}) g ON g.order_id = o.row_id
      LEFT JOIN form_response_references r ON r.workspace_id = o.workspace_id AND r.row_id = coalesce(o.form_response_id, g.form_response_id)`,
  },
};

interface WantedSums {
  groupBy: OrderGroup;
  /** SQL condition on the order `o`. */
  condition: Statement;
  onlyUses: boolean;
  reportingCurrency: string;
}

function sumsOf({ groupBy, condition, onlyUses, reportingCurrency }: WantedSums): Statement {
  const { id, join: source } = groups[groupBy];
  const view = reportedView(reportingCurrency);
  const where = join([condition, ...(onlyUses ? [countedOrders] : [])], " AND ");
  return sql`
    WITH wanted AS (
      SELECT o.workspace_id, o.row_id, o.currency_id, o.customer_id, o.discount_code_id, o.partner_id, o.form_response_id, o.placed_at,
        o.total_price, o.attributed_revenue, o.refunded_total, o.discount_given
      FROM orders o WHERE ${where})
    SELECT coalesce(id::text, '') || ' ' || currency_id AS key, s.* FROM (
      SELECT ${id} AS id, o.currency_id, count(*)::integer AS orders, count(DISTINCT o.customer_id)::integer AS customers,
        sum(o.total_price) AS total_price, coalesce(sum(o.attributed_revenue), 0) AS revenue, sum(o.refunded_total) AS refunded,
        coalesce(sum(o.discount_given), 0) AS discount,
        CASE WHEN count(o.attributed_revenue) = 0 THEN 0 ELSE sum(${view.attributedRevenue}) END AS reported_revenue,
        CASE WHEN count(o.discount_given) = 0 THEN 0 ELSE sum(${view.discountGiven}) END AS reported_discount
      FROM wanted o LEFT JOIN order_reported v ON v.order_id = o.row_id ${source}
      GROUP BY 1, 2
    ) s`;
}

const unindexed = { nullable: false, indexed: false } as const;
const columns = {
  attributedRevenue: { sql: sql`s.revenue`, kind: "decimal", ...unindexed },
  currencyId: { sql: sql`s.currency_id`, kind: "text", ...unindexed },
  customerCount: { sql: sql`s.customers`, kind: "int", ...unindexed },
  discountGiven: { sql: sql`s.discount`, kind: "decimal", ...unindexed },
  orderCount: { sql: sql`s.orders`, kind: "int", ...unindexed },
  refundedTotal: { sql: sql`s.refunded`, kind: "decimal", ...unindexed },
  reportedAttributedRevenue: { sql: sql`s.reported_revenue`, kind: "decimal", nullable: true, indexed: false },
  reportedDiscountGiven: { sql: sql`s.reported_discount`, kind: "decimal", nullable: true, indexed: false },
  totalPrice: { sql: sql`s.total_price`, kind: "decimal", ...unindexed },
} as const satisfies Record<string, Column>;
const order = { keys: sortKeys(columns), primaryKey: { sql: sql`s.key`, kind: "text", ...unindexed } as const };

/** Reads a page of sums. `operation` must contain all arguments that determine the sums. */
export function readOrderSums(context: ListContext, given: ListArguments, operation: string, wanted: WantedSums): Promise<OrderSumPage> {
  const { principal, cursorKey } = context;
  const sums = sumsOf(wanted);
  // `MATERIALIZED` computes the sums only once, although the page refers to them twice.
  const read = <Row>(statement: Statement) => context.read<Row>(sql`WITH sums AS MATERIALIZED (${sums}) ${statement}`);
  const select = sql`${wanted.groupBy}::text AS "groupBy", s.id AS "groupId", ${wanted.reportingCurrency}::text AS "reportingCurrency", ${raw(
    `s.currency_id AS "currencyId", s.orders AS "orderCount", s.customers AS "customerCount", s.total_price AS "totalPrice",
    s.revenue AS "attributedRevenue", s.refunded AS "refundedTotal", s.reported_revenue AS "reportedAttributedRevenue",
    s.discount AS "discountGiven", s.reported_discount AS "reportedDiscountGiven"`,
  )}`;
  const list = { operation, select, from: sql`sums s`, shape: {}, order };
  return readList<OrderSumRow>({ principal, cursorKey, read }, given, list);
}
