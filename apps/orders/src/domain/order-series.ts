import { fromScaled } from "@offergraph/shared/schema/scaled";
import { type Bounds, boundsOfDays, boundsOfFilter, boundsOfTimes, narrowest } from "@offergraph/shared/time/series-days";
import type { OrderFilter, OrderSeriesPoint, ReportedOrderFilter } from "../generated/types.js";

/** Amounts are ten-thousandths. */
export interface DayOrders {
  day: string;
  count: number;
  attributedRevenue: string;
  /** Null if the orders have attributed revenue, but none is converted. */
  reportedAttributedRevenue: string | null;
}

const decidingFields = ["isReal", "orderStatus", "financialStatus", "fulfillmentStatus"] as const;

/** True if the filter has a condition on `isReal` or a status. By default, sums exclude test orders, canceled orders and voided orders. */
export function decidesWhatCounts(filter: OrderFilter | null | undefined): boolean {
  if (!filter) return false;
  const isNamed = decidingFields.some((field) => Object.keys(filter[field] ?? {}).length > 0);
  return isNamed || [...(filter.and ?? []), ...(filter.or ?? []), filter.not].some(decidesWhatCounts);
}

/** Returns the first and last days of orders that can match both filters. The filters must be valid. */
export function boundsOf(filter: OrderFilter | null | undefined, reportedFilter: ReportedOrderFilter, timeZone: string): Bounds {
  const ofOrders = boundsOfFilter(filter, ({ placedAt, placedDay }) =>
    narrowest([boundsOfTimes(placedAt, timeZone), boundsOfDays(placedDay)]),
  );
  const ofReported = boundsOfFilter(reportedFilter, ({ placedDay }) => boundsOfDays(placedDay));
  return narrowest([ofOrders, ofReported]);
}

export function seriesOf(days: readonly string[], found: readonly DayOrders[], reportingCurrency: string): OrderSeriesPoint[] {
  const byDay = new Map(found.map((one) => [one.day, one]));
  return days.map((day) => {
    const { count, attributedRevenue, reportedAttributedRevenue } = byDay.get(day) ?? noOrders;
    return {
      day,
      count,
      attributedRevenue: fromScaled(attributedRevenue),
      reportedAttributedRevenue: fromScaled(reportedAttributedRevenue),
      reportingCurrency,
    };
  });
}

const noOrders = { count: 0, attributedRevenue: "0", reportedAttributedRevenue: "0" };
