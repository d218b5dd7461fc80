import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Rate, Reported } from "../domain/reported.js";
import type { OrdersWrite } from "./write.js";

export interface RateKey {
  day: string;
  currency: string;
}

/** Reads the known rates of these days and currencies to the reporting currency. */
export function readRates(read: Read, reportingCurrency: string, keys: readonly RateKey[]): Promise<(RateKey & Rate)[]> {
  return read(sql`
    SELECT x.day, x.from_currency AS currency, trim_scale(x.rate) AS rate, x.provider
    FROM unnest(${keys.map(({ day }) => day)}::date[], ${keys.map(({ currency }) => currency)}::text[]) AS wanted(day, currency)
    JOIN exchange_rates x ON x.day = wanted.day AND x.from_currency = wanted.currency AND x.to_currency = ${reportingCurrency}`);
}

export interface ReportedRow extends Reported {
  orderId: string;
  placedDay: string;
  bestTier: string | null;
  nativeCurrency: string;
  reportingCurrency: string;
  nativeTotalPrice: bigint;
  nativeAttributedRevenue: bigint | null;
}

/** Upserts these rows; unchanged rows are not written. */
export async function keepReported(
  { read, workspaceId }: Pick<OrdersWrite, "read" | "workspaceId">,
  rows: readonly ReportedRow[],
): Promise<void> {
  const given = rows.map((row) => ({
    order_id: row.orderId,
    placed_day: row.placedDay,
    best_tier: row.bestTier,
    converted: row.converted,
    native_currency: row.nativeCurrency,
    reporting_currency: row.reportingCurrency,
    rate_provider: row.rateProvider,
    rate: row.rate,
    native_total_price: String(row.nativeTotalPrice),
    native_attributed_revenue: textOf(row.nativeAttributedRevenue),
    reported_total_price: textOf(row.reportedTotalPrice),
    reported_attributed_revenue: textOf(row.reportedAttributedRevenue),
  }));
  await read(sql`
    INSERT INTO order_reported AS kept (workspace_id, order_id, placed_day, best_tier, converted, native_currency, reporting_currency,
      rate_provider, rate, native_total_price, native_attributed_revenue, reported_total_price, reported_attributed_revenue)
    SELECT ${workspaceId}::uuid, given.order_id, given.placed_day, given.best_tier, given.converted, given.native_currency,
      given.reporting_currency, given.rate_provider, given.rate, given.native_total_price, given.native_attributed_revenue,
      given.reported_total_price, given.reported_attributed_revenue
    FROM jsonb_populate_recordset(NULL::order_reported, ${JSON.stringify(given)}::jsonb) AS given
    ON CONFLICT (workspace_id, order_id) DO UPDATE SET placed_day = excluded.placed_day, best_tier = excluded.best_tier,
      converted = excluded.converted, native_currency = excluded.native_currency, reporting_currency = excluded.reporting_currency,
      rate_provider = excluded.rate_provider, rate = excluded.rate, native_total_price = excluded.native_total_price,
      native_attributed_revenue = excluded.native_attributed_revenue, reported_total_price = excluded.reported_total_price,
      reported_attributed_revenue = excluded.reported_attributed_revenue
    WHERE (kept.placed_day, kept.best_tier, kept.converted, kept.native_currency, kept.reporting_currency, kept.rate_provider, kept.rate,
        kept.native_total_price, kept.native_attributed_revenue, kept.reported_total_price, kept.reported_attributed_revenue)
      IS DISTINCT FROM (excluded.placed_day, excluded.best_tier, excluded.converted, excluded.native_currency, excluded.reporting_currency,
        excluded.rate_provider, excluded.rate, excluded.native_total_price, excluded.native_attributed_revenue,
        excluded.reported_total_price, excluded.reported_attributed_revenue)`);
}

const textOf = (amount: bigint | null) => (amount === null ? null : String(amount));
