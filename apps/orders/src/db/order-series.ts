import type { Read } from "@offergraph/service/db/read";
import { join, type Statement, sql } from "@offergraph/service/db/statement";
import type { FilterShape } from "@offergraph/service/filters/filter";
import { normalCurrency } from "@offergraph/shared/schema/currencies";
import { valueScale } from "@offergraph/shared/schema/scaled";
import type { DayOrders } from "../domain/order-series.js";
import { financialStatuses, orderStatuses } from "../domain/ordinals.js";
import { hasCode } from "./order-list.js";
import { reportedView } from "./reported.js";

const text = { kind: "text", nullable: true } as const;
const amount = { kind: "decimal", scale: valueScale, nullable: true } as const;

/** Filter fields of ReportedOrderFilter. Fields that repeat a field of the order read the column of the table `orders`. */
export function reportedFilter(reportingCurrency: string): FilterShape {
  const view = reportedView(reportingCurrency);
  return {
    orderId: { column: { sql: sql`o.row_id`, kind: "uuid", nullable: false } },
    workspaceId: { column: { sql: sql`o.workspace_id`, kind: "uuid", nullable: false } },
    placedDay: { column: { sql: sql`o.placed_day`, kind: "date", nullable: false } },
    bestTier: { column: { sql: sql`o.best_tier`, ...text } },
    converted: { column: { sql: view.converted, kind: "boolean", nullable: true } },
    nativeCurrency: { column: { sql: sql`o.currency_id`, kind: "text", normalize: normalCurrency, nullable: false } },
    reportingCurrency: { column: { sql: view.reportingCurrency, normalize: normalCurrency, ...text } },
    rateProvider: { column: { sql: view.rateProvider, ...text } },
    nativeAttributedRevenue: { column: { sql: sql`o.attributed_revenue`, ...amount } },
    nativeTotalPrice: { column: { sql: sql`o.total_price`, ...amount, nullable: false } },
    reportedAttributedRevenue: { column: { sql: view.attributedRevenue, ...amount } },
    reportedTotalPrice: { column: { sql: view.totalPrice, ...amount } },
    rate: { column: { sql: view.rate, kind: "decimal", nullable: true } },
  };
}

const cancelled = orderStatuses.indexOf("CANCELLED");
const voided = financialStatuses.indexOf("VOIDED");

/** SQL form of `countsAsUse` (domain/order-events.ts). */
export const countedOrders = sql`(o.is_real AND o.order_status <> ${cancelled}::smallint AND o.financial_status <> ${voided}::smallint)`;

interface WantedDays {
  discountCodeId: string;
  /** SQL conditions on the row `o` of `orders` and on the row `v` of `order_reported`. */
  conditions: readonly Statement[];
  onlyUses: boolean;
  reportingCurrency: string;
}

/** Sums orders `o` by day. If a day's orders have different currencies, `attributedRevenue` is in the reporting currency. */
export function readDayOrders(read: Read, wanted: WantedDays): Promise<DayOrders[]> {
  const { discountCodeId, conditions, onlyUses, reportingCurrency } = wanted;
  const where = join([hasCode(discountCodeId), ...(onlyUses ? [countedOrders] : []), ...conditions], " AND ");
  return read(sql`
    SELECT s.day, s.count, coalesce(CASE WHEN s.currencies > 1 THEN s.reported ELSE s.native END, 0) AS "attributedRevenue",
      CASE WHEN s.currencies = 0 THEN 0 ELSE s.reported END AS "reportedAttributedRevenue"
    FROM (
      SELECT o.placed_day AS day, count(*)::integer AS count, sum(o.attributed_revenue) AS native,
        sum(${reportedView(reportingCurrency).attributedRevenue}) AS reported,
        count(DISTINCT o.currency_id) FILTER (WHERE o.attributed_revenue IS NOT NULL) AS currencies
      FROM orders o LEFT JOIN order_reported v ON v.order_id = o.row_id
      WHERE ${where} GROUP BY o.placed_day
    ) AS s ORDER BY s.day`);
}

/** True if the workspace has or had the discount code. Orders keep the id of a deleted code. */
export async function hasDiscountCode(read: Read, id: string): Promise<boolean> {
  const [row] = await read<{ isKnown: boolean }>(sql`
    SELECT EXISTS (SELECT FROM discount_code_references d WHERE d.row_id = ${id}::uuid)
      OR EXISTS (SELECT FROM orders o WHERE o.discount_code_id = ${id}::uuid) AS "isKnown"`);
  return row?.isKnown === true;
}
