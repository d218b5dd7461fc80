import { compileFilter } from "@offergraph/service/filters/filter";
import { daysOfSeries } from "@offergraph/shared/time/series-days";
import { orderFilter } from "../../db/order-list.js";
import { hasDiscountCode, readDayOrders, reportedFilter } from "../../db/order-series.js";
import { boundsOf, decidesWhatCounts, seriesOf } from "../../domain/order-series.js";
import type { QueryResolvers } from "../../generated/types.js";

/** Returns a discount code's orders by day, including days without orders. The list is empty for an unknown code. */
export const get_discount_code_order_series: NonNullable<QueryResolvers["get_discount_code_order_series"]> = async (
  _source,
  { id: discountCodeId, filter, reportedFilter: reported },
  { read, reporting },
) => {
  const { currency: reportingCurrency, timeZone } = await reporting();
  const conditions = await Promise.all([
    compileFilter(orderFilter(read), filter, "filter"),
    compileFilter(reportedFilter(reportingCurrency), reported, "reportedFilter"),
  ]);
  const wanted = { discountCodeId, conditions, onlyUses: !decidesWhatCounts(filter), reportingCurrency };
  const [found, isKnown] = await Promise.all([readDayOrders(read, wanted), hasDiscountCode(read, discountCodeId)]);
  const matched = found.map(({ day }) => day);
  const days = daysOfSeries(boundsOf(filter, reported, timeZone), matched, "filter");
  return isKnown ? seriesOf(days, found, reportingCurrency) : [];
};
