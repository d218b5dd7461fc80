import { toScaled } from "@offergraph/shared/schema/scaled";
import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { hardOrders } from "../../testing/hard-orders.js";
import { addOrder, addReported } from "../../testing/orders.js";
import { plainOrderFilters, plainReportedFilters } from "../../testing/reference-order-filters.js";

const runs = Number(process.env.FILTER_RUNS ?? 300);
const seed = process.env.FILTER_SEED === undefined ? {} : { seed: Number(process.env.FILTER_SEED) };

let fixture: Fixture;
let client: Client;
let id: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  id = newId();
});

interface Point {
  day: string;
  count: number;
  attributedRevenue: string;
  reportedAttributedRevenue: string | null;
  reportingCurrency: string;
}
const query = `query ($id: UUID!, $filter: OrderFilter, $reportedFilter: ReportedOrderFilter!) {
  series: get_discount_code_order_series(id: $id, filter: $filter, reportedFilter: $reportedFilter) {
    day count attributedRevenue reportedAttributedRevenue reportingCurrency } }`;
const series = async (asker: Client, variables: object) =>
  (await asker.data<{ series: Point[] }>(query, { reportedFilter: {}, ...variables })).series;
const counts = async (variables: object = {}) =>
  (await series(client, { id, ...variables })).map(({ day, count }) => [day.slice(5), count]);

/** Adds an order with the discount code. Amounts are in ten-thousandths. Without `reported`, the order is not converted. */
async function place(placedAt: string, revenue: number | null, reported?: number | null, currency = "usd"): Promise<string> {
  const attribution = revenue === null ? {} : { attributed_revenue: revenue, attribution_method: "DISCOUNT_CODE" };
  const orderId = await addOrder(fixture, client, { placed_at: placedAt, discount_code_id: id, total_price: revenue ?? 0, ...attribution });
  const rate = reported == null ? {} : { converted: true, rate: 2, reported_total_price: reported, reported_attributed_revenue: reported };
  const view = { placed_day: placedAt.slice(0, 10), native_total_price: revenue ?? 0, native_attributed_revenue: revenue };
  if (reported !== undefined) await addReported(fixture, client, orderId, { ...view, ...rate, reporting_currency: currency });
  return orderId;
}

/** True if a filter contains `isReal` or a status at any depth. */
const names = (filter: object): boolean =>
  Object.entries(filter).some(([key, value]) =>
    ["isReal", "orderStatus", "financialStatus", "fulfillmentStatus"].includes(key)
      ? Object.keys(value).length > 0
      : ["and", "or"].includes(key)
        ? (value as object[]).some(names)
        : key === "not" && names(value as object),
  );
const counted = "o.is_real AND o.order_status <> 1 AND o.financial_status <> 6";

async function ordersOfOneCode() {
  const { client: asker, known } = await hardOrders(fixture);
  const [code = ""] = known.discountCodeIds;
  await fixture.admin.query(
    `UPDATE orders SET discount_code_id = $2, attributed_revenue = total_price - refunded_total, attribution_method = 'DISCOUNT_CODE'
     WHERE workspace_id = $1 AND attributed_revenue IS NOT NULL`,
    [asker.workspaceId, code],
  );
  return { asker, known, code };
}

describe("get_discount_code_order_series", () => {
  it(`equals sums by plain SQL for each day, without gaps, for ${runs} random pairs of filters`, { timeout: 600_000 }, async () => {
    const { asker, known, code } = await ordersOfOneCode();
    // Wraps each filter in `or`, because a condition on days at the top level of the filter would shorten the series.
    const unbounded = ({ filter, sql }: { filter: object; sql: string }) => ({ filter: { or: [filter] }, sql });
    const filters = plainOrderFilters(known).map(unbounded);
    const reported = plainReportedFilters(known).map(unbounded);
    await fc.assert(
      fc.asyncProperty(filters, fc.option(reported, { nil: { filter: {}, sql: "true" }, freq: 2 }), async (orders, view) => {
        const { rows } = await fixture.admin.query(
          `WITH found AS (
             SELECT o.placed_day AS day, o.attributed_revenue * 0.0001 AS native, v.reported_attributed_revenue * 0.0001 AS reported,
               CASE WHEN o.attributed_revenue IS NOT NULL THEN o.currency_id END AS currency
             FROM orders o LEFT JOIN order_reported v ON v.order_id = o.row_id
             WHERE o.workspace_id = $1 AND o.discount_code_id = $2 AND (${orders.sql}) AND (${view.sql})
               AND (${names(orders.filter)} OR (${counted})))
           SELECT to_char(every, 'YYYY-MM-DD') AS day, count(f.day)::int AS count,
             trim_scale(coalesce(CASE WHEN min(f.currency) < max(f.currency) THEN sum(f.reported) ELSE sum(f.native) END, 0)) AS "attributedRevenue",
             CASE WHEN count(f.native) = 0 THEN '0' ELSE trim_scale(sum(f.reported)) END AS "reportedAttributedRevenue", 'usd' AS "reportingCurrency"
           FROM generate_series((SELECT min(day) FROM found)::timestamp, (SELECT max(day) FROM found)::timestamp, interval '1 day') every
           LEFT JOIN found f ON f.day = every GROUP BY every ORDER BY every`,
          [asker.workspaceId, code],
        );
        expect(await series(asker, { id: code, filter: orders.filter, reportedFilter: view.filter })).toEqual(rows);
      }),
      { numRuns: runs, ...seed },
    );
  });

  it("counts like usageCount, unless the filter sets isReal or a status", async () => {
    const day = "2026-05-01T00:00:00Z";
    const add = (columns: Record<string, unknown>) => addOrder(fixture, client, { placed_at: day, discount_code_id: id, ...columns });
    await add({});
    await add({ is_real: false });
    await add({ order_status: 1 });
    await add({ financial_status: 6 });
    expect(await counts()).toEqual([["05-01", 1]]);
    expect(await counts({ filter: { placedAt: { isNull: false } } })).toEqual([["05-01", 1]]);
    expect(await counts({ filter: { isReal: { equalTo: false } } })).toEqual([["05-01", 1]]);
    expect(await counts({ filter: { isReal: { isNull: false } } })).toEqual([["05-01", 4]]);
    expect(await counts({ filter: { orderStatus: { equalTo: "CANCELLED" } } })).toEqual([["05-01", 1]]);
    expect(await counts({ filter: { or: [{ not: { financialStatus: { equalTo: "PAID" } } }] } })).not.toEqual([]);
  });

  it("returns only reported amounts for a day with several currencies", async () => {
    await place("2026-05-01T00:00:00Z", 10_000, 20_000);
    const euro = await place("2026-05-01T01:00:00Z", 30_000, 33_000);
    await fixture.admin.query("UPDATE orders SET currency_id = 'eur' WHERE row_id = $1", [euro]);
    const yen = await place("2026-05-02T01:00:00Z", 30_000, null);
    await fixture.admin.query("UPDATE orders SET currency_id = 'jpy' WHERE row_id = $1", [yen]);
    await place("2026-05-02T02:00:00Z", 10_000, null);
    expect(await series(client, { id })).toMatchObject([
      { count: 2, attributedRevenue: "5.3", reportedAttributedRevenue: "5.3" },
      { count: 2, attributedRevenue: "0", reportedAttributedRevenue: null },
    ]);
  });

  it("equals the sums of the code's list, in both currencies", async () => {
    const { asker, code } = await ordersOfOneCode();
    interface Listed {
      attributedRevenue: string | null;
      reported: { reportedAttributedRevenue: string | null; converted: boolean } | null;
    }
    const isReal = { isNull: false };
    for (const filter of [
      { isReal, currencyId: { equalTo: "usd" } },
      { isReal: { equalTo: true }, currencyId: { equalTo: "EUR" } },
      { isReal, currencyId: { equalTo: "jpy" } },
    ]) {
      const { list } = await asker.data<{ list: { nodes: Listed[] } }>(
        `query ($id: UUID!, $filter: OrderFilter) { list: get_discount_code_orders(id: $id, filter: $filter, first: 1000) {
           nodes { attributedRevenue reported { reportedAttributedRevenue converted } } } }`,
        { id: code, filter },
      );
      const points = await series(asker, { id: code, filter });
      const sum = (amounts: (string | null | undefined)[]) => amounts.reduce((all, amount) => all + toScaled(amount ?? "0"), 0n);
      expect(list.nodes.length).toBeGreaterThan(50);
      expect(points.reduce((all, { count }) => all + count, 0)).toBe(list.nodes.length);
      expect(sum(points.map((point) => point.attributedRevenue))).toBe(sum(list.nodes.map((order) => order.attributedRevenue)));
      expect(sum(points.map((point) => point.reportedAttributedRevenue))).toBe(
        sum(list.nodes.map(({ reported }) => reported?.reportedAttributedRevenue)),
      );
    }
  });

  it("covers the days from the first to the last order, or the filters' bounds", async () => {
    await place("2025-12-30T12:00:00Z", 1);
    await place("2026-01-02T23:59:59.999Z", 1);
    const between = [
      ["12-30", 1],
      ["12-31", 0],
      ["01-01", 0],
      ["01-02", 1],
    ];
    expect(await counts()).toEqual(between);
    const from = { placedAt: { greaterThanOrEqualTo: "2025-12-29T23:00:00Z" } };
    const to = { placedDay: { lessThan: "2026-01-04" } };
    expect(await counts({ filter: from })).toEqual([["12-29", 0], ...between]);
    expect(await counts({ filter: { and: [to] } })).toEqual([...between, ["01-03", 0]]);
    expect(await counts({ reportedFilter: to })).toEqual([...between, ["01-03", 0]]);
    expect(await counts({ filter: from, reportedFilter: to })).toEqual([["12-29", 0], ...between, ["01-03", 0]]);
    expect(await counts({ filter: { or: [from, to] } })).toEqual(between);
    expect(await counts({ filter: { placedDay: { greaterThan: "2026-01-05", lessThanOrEqualTo: "2026-01-07" } } })).toEqual([
      ["01-06", 0],
      ["01-07", 0],
    ]);
  });

  it("sums converted amounts, and is null for a day with revenue but without conversions", async () => {
    await place("2026-05-01T00:00:00Z", 10_000, 20_001);
    await place("2026-05-01T01:00:00Z", 5, null);
    await place("2026-05-02T00:00:00Z", 7, null);
    await place("2026-05-03T00:00:00Z", null, null);
    await place("2026-05-04T00:00:00Z", 7);
    const usd = { count: 1, reportingCurrency: "usd" };
    expect(await series(client, { id, filter: { placedDay: { lessThanOrEqualTo: "2026-05-05" } } })).toEqual([
      { ...usd, day: "2026-05-01", count: 2, attributedRevenue: "1.0005", reportedAttributedRevenue: "2.0001" },
      { ...usd, day: "2026-05-02", attributedRevenue: "0.0007", reportedAttributedRevenue: null },
      { ...usd, day: "2026-05-03", attributedRevenue: "0", reportedAttributedRevenue: "0" },
      { ...usd, day: "2026-05-04", attributedRevenue: "0.0007", reportedAttributedRevenue: null },
      { ...usd, day: "2026-05-05", count: 0, attributedRevenue: "0", reportedAttributedRevenue: "0" },
    ]);
  });

  it("does not add amounts of another reporting currency", async () => {
    await place("2026-05-01T00:00:00Z", 10_000, 20_000, "eur");
    expect(await series(client, { id })).toMatchObject([{ attributedRevenue: "1", reportedAttributedRevenue: null }]);
  });

  it("is exact beyond double precision", async () => {
    for (let count = 0; count < 3; count += 1) await place("2026-05-01T00:00:00Z", 999_999_999_999_999, 999_999_999_999_999);
    await fixture.admin.query(
      "UPDATE orders SET total_price = 999999999999999999, attributed_revenue = 999999999999999999 WHERE workspace_id = $1",
      [client.workspaceId],
    );
    expect(await series(client, { id })).toMatchObject([
      { attributedRevenue: "299999999999999.9997", reportedAttributedRevenue: "299999999999.9997" },
    ]);
  });

  it("is empty for an unknown code and another workspace's, for any bounds, and zero for a code without orders", async () => {
    await place("2026-05-01T00:00:00Z", 1);
    const filter = { placedDay: { greaterThanOrEqualTo: "2026-05-01", lessThan: "2026-05-03" } };
    for (const variables of [{}, { filter }]) {
      expect(await series(fixture.client(), { id, ...variables })).toEqual([]);
      expect(await series(client, { id: newId(), ...variables })).toEqual([]);
    }
    const unused = newId();
    const code = [client.workspaceId, unused, fixture.clock.now()];
    await fixture.admin.query(
      "INSERT INTO discount_code_references (workspace_id, row_id, updated_at, is_deleted) VALUES ($1, $2, $3, false)",
      code,
    );
    expect(await series(client, { id: unused })).toEqual([]);
    expect((await series(client, { id: unused, filter })).map(({ count }) => count)).toEqual([0, 0]);
  });

  it.each([
    [{ filter: { placedDay: { greaterThan: "2016-01-01" } } }, "filter"],
    [{ filter: { bestTier: { equalTo: null } } }, "filter.bestTier.equalTo"],
    [{ reportedFilter: { converted: null } }, "reportedFilter.converted"],
  ])("rejects %o by name, with the field null", async (variables, argument) => {
    await place("2026-05-01T00:00:00Z", 1);
    const { data, errors } = await client.call(query, { id, reportedFilter: {}, ...variables });
    expect(data).toEqual({ series: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument });
  });
});
