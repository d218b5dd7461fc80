import type { Read } from "@offergraph/shared/database/read";
import { type Statement, sql } from "@offergraph/shared/database/statement";
import type { FilterShape } from "@offergraph/shared/filters/filter";
import { valueScale } from "@offergraph/shared/schema/scaled";
import type { DayOrders } from "../domain/order-series.js";
import { reportedView } from "./columns.js";

const text = { kind: "text", nullable: true } as const;
const amount = { kind: "decimal", scale: valueScale, nullable: true } as const;

/** What orders are filtered by in this reporting currency (ReportedOrderFilter). What their view says of the order itself is read from the order. */
export function reportedFilter(reportingCurrency: string): FilterShape {
  const view = reportedView(reportingCurrency);
  return {
    orderId: { column: { sql: sql`o.row_id`, kind: "uuid", nullable: false } },
    workspaceId: { column: { sql: sql`o.workspace_id`, kind: "uuid", nullable: false } },
    placedDay: { column: { sql: sql`o.placed_day`, kind: "date", nullable: false } },
    bestTier: { column: { sql: sql`o.best_tier`, ...text } },
    converted: { column: { sql: view.converted, kind: "boolean", nullable: true } },
    nativeCurrency: { column: { sql: sql`o.currency_id`, kind: "text", nullable: false } },
    reportingCurrency: { column: { sql: view.reportingCurrency, ...text } },
    rateProvider: { column: { sql: view.rateProvider, ...text } },
    nativeAttributedRevenue: { column: { sql: sql`o.attributed_revenue`, ...amount } },
    nativeTotalPrice: { column: { sql: sql`o.total_price`, ...amount, nullable: false } },
    reportedAttributedRevenue: { column: { sql: view.attributedRevenue, ...amount } },
    reportedTotalPrice: { column: { sql: view.totalPrice, ...amount } },
    rate: { column: { sql: view.rate, kind: "decimal", nullable: true } },
  };
}

/** The orders `o`, in this reporting currency `v`, that satisfy a condition: by the day they were placed on, in order. */
export function readDayOrders(read: Read, where: Statement, reportingCurrency: string): Promise<DayOrders[]> {
  return read(sql`
    SELECT o.placed_day AS day, count(*)::integer AS count, coalesce(sum(o.attributed_revenue), 0) AS "attributedRevenue",
      CASE WHEN count(o.attributed_revenue) = 0 THEN 0 ELSE sum(${reportedView(reportingCurrency).attributedRevenue}) END
        AS "reportedAttributedRevenue"
    FROM orders o LEFT JOIN order_reported v ON v.order_id = o.row_id
    WHERE ${where} GROUP BY o.placed_day ORDER BY o.placed_day`);
}

/** Whether the workspace has this discount code, or had it: a deleted one's id stays in its orders. */
export async function hasDiscountCode(read: Read, id: string): Promise<boolean> {
  const [row] = await read<{ isKnown: boolean }>(sql`
    SELECT EXISTS (SELECT FROM discount_code_references d WHERE d.row_id = ${id}::uuid)
      OR EXISTS (SELECT FROM orders o WHERE o.discount_code_id = ${id}::uuid) AS "isKnown"`);
  return row?.isKnown === true;
}
