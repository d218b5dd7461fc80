import { expect, it, vi } from "vitest";
import { readSeries, revenuePoints } from "./read-series.js";

const { signal } = new AbortController();
type Api = Parameters<typeof readSeries>[0];
const workspace = (timeZone: string, orders: object[] = [], responses: object[] = []) => ({
  getReportingStatus: vi.fn().mockResolvedValue({ timeZone, reportingCurrency: "eur" }),
  getDiscountCodeOrderSeries: vi.fn().mockResolvedValue(orders),
  getDiscountCodeResponseSeries: vi.fn().mockResolvedValue(responses),
});

it.each([
  ["Pacific/Auckland", "2026-11-23T11:30:00Z", "2026-10-26", "2026-11-24"],
  ["America/Los_Angeles", "2026-11-24T07:00:00Z", "2026-10-25", "2026-11-23"],
  ["UTC", "2026-11-24T00:00:00Z", "2026-10-26", "2026-11-24"],
])("ends the series with today in %s", async (timeZone, now, first, last) => {
  const outside = { day: "2026-11-25", total: 9 };
  const api = workspace(timeZone, [{ day: last, count: 2, reportedAttributedRevenue: "8", reportingCurrency: "eur" }], [outside]);
  const { orders, responses } = await readSeries(api as Api, "id", new Date(now), signal);
  expect([orders.length, orders[0]?.day, orders.at(-1)?.day, orders.at(-1)?.count]).toEqual([30, first, last, 2]);
  expect(responses.map(({ day }) => day)).toEqual(orders.map(({ day }) => day));
  expect(responses.every(({ total }) => total === 0)).toBe(true);
  const [{ filter }] = api.getDiscountCodeOrderSeries.mock.calls[0] ?? [];
  expect(filter).toEqual({ placedDay: { greaterThanOrEqualTo: first, lessThanOrEqualTo: last } });
  const [{ filter: created }] = api.getDiscountCodeResponseSeries.mock.calls[0] ?? [];
  const [from, to] = [created.createdAt.greaterThanOrEqualTo, created.createdAt.lessThan].map(Date.parse);
  // A local day begins at most 14 hours before the UTC day, and ends at most 12 hours after the UTC day.
  expect(from).toBeLessThanOrEqual(Date.parse(first) - 14 * 3_600_000);
  expect(to).toBeGreaterThanOrEqual(Date.parse(last) + 36 * 3_600_000);
});

it("distinguishes days without orders from days with orders that are not converted", async () => {
  const day = { count: 1, reportingCurrency: "eur" };
  const found = [
    { ...day, day: "2026-11-22", reportedAttributedRevenue: "12.50" },
    { ...day, day: "2026-11-23", reportedAttributedRevenue: null },
  ];
  const { orders } = await readSeries(workspace("UTC", found) as Api, "id", new Date("2026-11-24T12:00:00Z"), signal);
  expect(revenuePoints(orders.slice(-4))).toEqual([
    { name: "Nov 21", value: 0, text: "€0.00" },
    { name: "Nov 22", value: 12.5, text: "€12.50" },
    { name: "Nov 23", value: null, text: "not converted" },
    { name: "Nov 24", value: 0, text: "€0.00" },
  ]);
});
