import type { Offergraph } from "@offergraph/sdk";
import type { ChartPoint } from "../charts/bar-chart.js";
import { dayText, moneyText } from "../parts/format.js";

export const shownDays = 30;
const dayMs = 86_400_000;

type Api = Pick<Offergraph, "getReportingStatus" | "getDiscountCodeOrderSeries" | "getDiscountCodeResponseSeries">;

interface OrderDay {
  day: string;
  count: number;
  /** Null if none of the day's attributed revenue was converted to the reporting currency. */
  reportedAttributedRevenue: string | null;
  reportingCurrency: string;
}

/** Reads the series of a code for the last 30 days in the workspace's time zone, up to the day of `now`. */
export async function readSeries(api: Api, id: string, now: Date, signal: AbortSignal) {
  const status = await api.getReportingStatus({}, { signal, fields: { timeZone: true, reportingCurrency: true } });
  const { timeZone = "UTC", reportingCurrency = "" } = status ?? {};
  const last = Date.parse(dayIn(timeZone, now));
  const days = Array.from({ length: shownDays }, (_, index) => dayOf(last - (shownDays - 1 - index) * dayMs));
  const [first = "", today = ""] = [days[0], days.at(-1)];
  // Adds one UTC day before and after the range, because local days differ from UTC days.
  const createdAt = { greaterThanOrEqualTo: startOf(Date.parse(first) - dayMs), lessThan: startOf(last + 2 * dayMs) };
  const [orders, responses] = await Promise.all([
    api.getDiscountCodeOrderSeries(
      { id, reportedFilter: {}, filter: { placedDay: { greaterThanOrEqualTo: first, lessThanOrEqualTo: today } } },
      { signal, fields: { day: true, count: true, reportedAttributedRevenue: true, reportingCurrency: true } },
    ),
    api.getDiscountCodeResponseSeries({ id, filter: { createdAt } }, { signal, fields: { day: true, total: true } }),
  ]);
  const noOrders = { count: 0, reportedAttributedRevenue: "0", reportingCurrency };
  return { orders: onDays<OrderDay>(days, orders, noOrders), responses: onDays(days, responses, { total: 0 }) };
}

/** Returns the points of the revenue chart. The text of a point is exact, but the height of its bar may be rounded. */
export function revenuePoints(orders: readonly OrderDay[]): ChartPoint[] {
  return orders.map(({ day, reportedAttributedRevenue: amount, reportingCurrency }) =>
    amount === null
      ? { name: dayText(day), value: null, text: "not converted" }
      : { name: dayText(day), value: Number(amount), text: moneyText(amount, reportingCurrency) },
  );
}

/** Returns one point for each day. If the API omits a day, the point of this day has the values of `nothing`. */
function onDays<Point extends { day: string }>(days: readonly string[], points: readonly Point[], nothing: Omit<Point, "day">): Point[] {
  const known = new Map(points.map((point) => [point.day, point]));
  return days.map((day) => known.get(day) ?? ({ ...nothing, day } as Point));
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const startOf = (time: number) => `${dayOf(time)}T00:00:00Z`;

/** Returns the day of a time in an IANA time zone, for example 2026-11-24. */
function dayIn(timeZone: string, time: Date): string {
  const format = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}
