import { sql } from "@offergraph/service/db/statement";
import { compileFilter } from "@offergraph/service/filters/filter";
import { daysOfSeries } from "@offergraph/shared/time/series-days";
import { orderFilter } from "../../db/order-list.js";
import { countedOrders, hasDiscountCode, readDayOrders, reportedFilter } from "../../db/order-series.js";
import { boundsOf, decidesWhatCounts, seriesOf } from "../../domain/order-series.js";
import type { QueryResolvers } from "../../generated/types.js";

/** Returns a discount code's orders by day, without gaps. Empty for a code that the workspace never had. */
export const get_discount_code_order_series: NonNullable<QueryResolvers["get_discount_code_order_series"]> = async (
  _source,
  { id, ...given },
  { read, reportingCurrency },
) => {
  const [matches, matchesReported] = await Promise.all([
    compileFilter(orderFilter(read), given.filter, "filter"),
    compileFilter(reportedFilter(reportingCurrency), given.reportedFilter, "reportedFilter"),
  ]);
  const counts = decidesWhatCounts(given.filter) ? sql`TRUE` : countedOrders;
  const ofCode = sql`o.discount_code_id = ${id}::uuid AND ${counts} AND ${matches} AND ${matchesReported}`;
  const [found, isKnown] = await Promise.all([readDayOrders(read, ofCode, reportingCurrency), hasDiscountCode(read, id)]);
  const matched = found.map(({ day }) => day);
  const days = daysOfSeries(boundsOf(given.filter, given.reportedFilter), matched, "filter");
  return isKnown ? seriesOf(days, found, reportingCurrency) : [];
};
