import { fromScaled } from "@offergraph/shared/schema/scaled";
import { type CampaignCodes, type CurrencyTotals, readCurrencyTotals } from "../db/campaign-revenue.js";
import type { CampaignPerformanceResolvers } from "../generated/types.js";
import type { Context } from "./context.js";

export const CampaignPerformance: CampaignPerformanceResolvers = {
  __resolveReference: (reference) => ({ discountCodeIds: [], ...reference }),
  orderCount: async (campaign, _given, context) => {
    const totals = await totalsOf(context, campaign);
    return totals.reduce((sum, { orderCount }) => sum + orderCount, 0);
  },
  attributedRevenue: async (campaign, _given, context) => {
    const totals = await totalsOf(context, campaign);
    return totals.flatMap(({ currencyId, revenueCount, attributedRevenue }) =>
      attributedRevenue === null ? [] : { currencyId, orderCount: revenueCount, attributedRevenue: fromScaled(attributedRevenue) },
    );
  },
  reportedAttributedRevenue: async (campaign, _given, context) => {
    const reported = (await totalsOf(context, campaign)).flatMap(({ reportedAttributedRevenue }) => reportedAttributedRevenue ?? []);
    return reported.length === 0 ? null : fromScaled(String(reported.reduce((sum, amount) => sum + BigInt(amount), 0n)));
  },
  reportingCurrency: async (_campaign, _given, { reporting }) => (await reporting()).currency,
};

/** Reads the totals only once, even if several fields need the totals. */
function totalsOf(context: Context, { discountCodeIds }: CampaignCodes): Promise<CurrencyTotals[]> {
  const loader = context.load<string, CurrencyTotals[]>("campaign totals", async (keys) => {
    const { currency } = await context.reporting();
    return Promise.all(keys.map((key) => readCurrencyTotals(context.read, key === "" ? [] : key.split(" "), currency)));
  });
  return loader.load(discountCodeIds.join(" "));
}
