import { sql } from "@offergraph/shared/database/statement";
import { compileFilter } from "@offergraph/shared/filters/filter";
import { daysOfSeries } from "@offergraph/shared/time/series-days";
import { orderFilter } from "../../data/order-list.js";
import { hasDiscountCode, readDayOrders, reportedFilter } from "../../data/order-series.js";
import { boundsOf, seriesOf } from "../../domain/order-series.js";
import type { QueryResolvers } from "../../generated/types.js";

/** The orders that a discount code led to by day, without holes; none for a code that the workspace has not. */
export const get_discount_code_order_series: NonNullable<QueryResolvers["get_discount_code_order_series"]> = async (
  _source,
  { id, ...given },
  { read, reportingCurrency },
) => {
  const [matches, matchesReported] = await Promise.all([
    compileFilter(orderFilter(read), given.filter, "filter"),
    compileFilter(reportedFilter(reportingCurrency), given.reportedFilter, "reportedFilter"),
  ]);
  const [found, isKnown] = await Promise.all([
    readDayOrders(read, sql`o.discount_code_id = ${id}::uuid AND ${matches} AND ${matchesReported}`, reportingCurrency),
    hasDiscountCode(read, id),
  ]);
  const matched = found.map(({ day }) => day);
  const days = daysOfSeries(boundsOf(given.filter, given.reportedFilter), matched, "filter");
  return isKnown ? seriesOf(days, found, reportingCurrency) : [];
};
