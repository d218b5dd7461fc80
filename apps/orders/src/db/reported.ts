import { jsonRows, type PlainRow } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import type { Leg, Rate, RatePath, reportedOf } from "../domain/reported.js";
import type { OrderReported } from "../generated/prisma/client.js";
import type { Db } from "../tx.js";
import { upsertLists } from "./columns.js";
import type { ReportedOrderRow } from "./rows.js";

/** Rows in a previous reporting currency count as not converted until `reportOrders` recalculates them. */
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
    discountGiven: only("v.reported_discount_given"),
  };
}

function reportedColumns(inCurrency: string) {
  const { converted, reportingCurrency, rateProvider, rate, totalPrice, attributedRevenue } = reportedView(inCurrency);
  return sql`
    v.order_id AS "rowId", v.placed_day AS "placedDay", v.best_tier AS "bestTier", ${converted} AS converted,
    v.native_currency AS "nativeCurrency", ${reportingCurrency} AS "reportingCurrency", ${rateProvider} AS "rateProvider",
    trim_scale(${rate}) AS rate, v.native_total_price AS "nativeTotalPrice", v.native_attributed_revenue AS "nativeAttributedRevenue",
    ${totalPrice} AS "reportedTotalPrice", ${attributedRevenue} AS "reportedAttributedRevenue"`;
}

export function readReported(read: Read, orderIds: readonly string[], reportingCurrency: string): Promise<ReportedOrderRow[]> {
  return read(sql`SELECT ${reportedColumns(reportingCurrency)} FROM order_reported v WHERE v.order_id = ANY(${orderIds}::uuid[])`);
}

export interface RateKey {
  day: string;
  currency: string;
}

export function readRates(tx: Db, reportingCurrency: string, keys: readonly RateKey[]): Promise<(RateKey & Rate)[]> {
  return tx.sql(sql`
    SELECT x.day, x.from_currency AS currency, trim_scale(x.rate) AS rate, x.provider
    FROM unnest(${keys.map(({ day }) => day)}::date[], ${keys.map(({ currency }) => currency)}::text[]) AS wanted(day, currency)
    JOIN exchange_rates x ON x.day = wanted.day AND x.from_currency = wanted.currency AND x.to_currency = ${reportingCurrency}`);
}

/** Reads conversions to the reporting currency, with one rate or with two rates. */
export async function readRatePaths(tx: Db, reportingCurrency: string, keys: readonly RateKey[]): Promise<(RateKey & RatePath)[]> {
  const stored = (from: Statement, to: Statement, columns: Statement) => sql`
    SELECT ${columns}trim_scale(x.rate) AS rate, x.provider FROM exchange_rates x
    WHERE x.workspace_id = ${tx.workspaceId}::uuid AND x.day = wanted.day AND x.from_currency = ${from} AND x.to_currency = ${to}`;
  const rows = await tx.sql<PathRow>(sql`
    SELECT wanted.day, wanted.currency, first.via, first.rate, first.provider, first.is_inverse AS "isInverse",
      second.rate AS "nextRate", second.provider AS "nextProvider", second.is_inverse AS "nextIsInverse"
    FROM unnest(${keys.map(({ day }) => day)}::date[], ${keys.map(({ currency }) => currency)}::text[]) AS wanted(day, currency)
    CROSS JOIN LATERAL (
      ${stored(sql`wanted.currency`, sql`x.to_currency`, sql`x.to_currency AS via, false AS is_inverse, `)}
      UNION ALL ${stored(sql`x.from_currency`, sql`wanted.currency`, sql`x.from_currency, true, `)}
    ) first
    LEFT JOIN LATERAL (
      ${stored(sql`first.via`, sql`${reportingCurrency}::text`, sql`false AS is_inverse, `)}
      UNION ALL ${stored(sql`${reportingCurrency}::text`, sql`first.via`, sql`true, `)}
    ) second ON true
    WHERE first.via = ${reportingCurrency}::text OR second.rate IS NOT NULL`);
  return rows.map(({ day, currency, via, rate, provider, isInverse, ...next }) => {
    const first = { rate, provider, isInverse };
    if (via === reportingCurrency) return { day, currency, via: null, legs: [first] };
    return { day, currency, via, legs: [first, { rate: next.nextRate, provider: next.nextProvider, isInverse: next.nextIsInverse }] };
  });
}

type PathRow = RateKey & Leg & { via: string; nextRate: string; nextProvider: string; nextIsInverse: boolean };

export type ReportedRow = ReturnType<typeof reportedOf> &
  Pick<PlainRow<OrderReported>, "orderId" | "placedDay" | "bestTier" | "nativeCurrency" | "reportingCurrency"> & {
    nativeTotalPrice: bigint;
    nativeAttributedRevenue: bigint | null;
  };

/** Inserts new rows and updates changed rows. */
export async function upsertReported(tx: Db, reported: readonly ReportedRow[]): Promise<void> {
  const rows = reported.map(rowOf);
  const [first] = rows;
  if (!first) return;
  const { inserted, updated } = upsertLists(first, ["orderId"]);
  await tx.sql(sql`
    INSERT INTO order_reported AS kept (workspace_id, ${inserted})
    SELECT ${tx.workspaceId}::uuid, ${inserted} FROM jsonb_populate_recordset(NULL::order_reported, ${jsonRows(rows)}::jsonb)
    ON CONFLICT (workspace_id, order_id) DO UPDATE SET ${updated}
    WHERE kept IS DISTINCT FROM excluded`);
}

function rowOf(row: ReportedRow) {
  return {
    ...row,
    nativeTotalPrice: textOf(row.nativeTotalPrice),
    nativeAttributedRevenue: textOf(row.nativeAttributedRevenue),
    reportedTotalPrice: textOf(row.reportedTotalPrice),
    reportedAttributedRevenue: textOf(row.reportedAttributedRevenue),
    reportedDiscountGiven: textOf(row.reportedDiscountGiven),
  };
}

const textOf = (amount: bigint | null) => (amount === null ? null : String(amount));
