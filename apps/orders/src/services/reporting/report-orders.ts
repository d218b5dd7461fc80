import { groupBy } from "@offergraph/service/db/group-by";
import { daysInZone } from "@offergraph/shared/time/zone-days";
import { type RateKey, readRatePaths, readRates, upsertReported } from "../../db/reported.js";
import type { Reporting } from "../../db/reporting.js";
import type { OrderState } from "../../domain/order-events.js";
import { bestRate, ownRate, type Rate, reportedOf } from "../../domain/reported.js";
import type { Db } from "../../tx.js";

type ReportableOrder = Pick<
  OrderState,
  "rowId" | "placedAt" | "currencyId" | "totalPrice" | "refundedTotal" | "attributionMethod" | "bestTier" | "discountGiven"
>;

/**
 * Updates the orders' amounts in the reporting currency. Converts the amounts at the exchange rate of the order day in the given time zone.
 */
export async function reportOrders(
  tx: Db,
  orders: readonly ReportableOrder[],
  { currency: reportingCurrency, timeZone }: Reporting,
): Promise<void> {
  const dayOf = daysInZone(timeZone);
  const dated = orders.map((order) => ({ ...order, placedDay: dayOf(order.placedAt) }));
  const rates = await findRates(tx, dated, reportingCurrency);
  const rows = dated.map((order) => {
    const totalPrice = BigInt(order.totalPrice);
    const attributedRevenue = order.attributionMethod === null ? null : totalPrice - BigInt(order.refundedTotal);
    const discountGiven = order.discountGiven === null ? null : BigInt(order.discountGiven);
    return {
      ...reportedOf({ totalPrice, attributedRevenue, discountGiven }, rates(order)),
      ...{
        orderId: order.rowId,
        placedDay: order.placedDay,
        bestTier: order.bestTier,
        nativeCurrency: order.currencyId,
        reportingCurrency,
      },
      ...{ nativeTotalPrice: totalPrice, nativeAttributedRevenue: attributedRevenue },
    };
  });
  await upsertReported(tx, rows);
}

type Rated = Pick<ReportableOrder, "currencyId"> & { placedDay: string };

const keyOf = ({ day, currency }: RateKey) => `${day} ${currency}`;

const rateKey = (order: Rated) => keyOf({ day: order.placedDay, currency: order.currencyId });

async function findRates(tx: Db, orders: readonly Rated[], reportingCurrency: string): Promise<(order: Rated) => Rate | undefined> {
  const wanted = new Map<string, RateKey>();
  for (const order of orders)
    if (order.currencyId !== reportingCurrency) wanted.set(rateKey(order), { day: order.placedDay, currency: order.currencyId });
  const direct = wanted.size > 0 ? await readRates(tx, reportingCurrency, [...wanted.values()]) : [];
  const rates = new Map<string, Rate>(direct.map((rate) => [keyOf(rate), rate]));
  const missing = [...wanted].filter(([key]) => !rates.has(key)).map(([, day]) => day);
  const paths = missing.length > 0 ? await readRatePaths(tx, reportingCurrency, missing) : [];
  for (const [key, ofKey] of groupBy(paths, keyOf)) {
    const best = bestRate(ofKey);
    if (best) rates.set(key, best);
  }
  return (order) => (order.currencyId === reportingCurrency ? ownRate : rates.get(rateKey(order)));
}
