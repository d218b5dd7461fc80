import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { type PlainOrder, type PlainPoint, type PlainRate, plainDayOf, plainSeries } from "../../testing/reference-reporting.js";
import { codeSteps, orderOf, takeOrders, takeRates } from "../../testing/take-history.js";
import { recalculated, takeSettings } from "../../testing/workspace-settings.js";

const losAngeles = { timeZone: "America/Los_Angeles", reportingCurrency: "eur" };
const orderCount = 5_000;
const ofBatch = 500;

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const codeId = newId();
const query = `query ($id: UUID!, $filter: OrderFilter) { series: get_discount_code_order_series(id: $id, filter: $filter, reportedFilter: {}) {
  day count attributedRevenue reportedAttributedRevenue reportingCurrency } }`;
const seriesOf = async (of: Client, filter: object = {}) => (await of.data<{ series: PlainPoint[] }>(query, { id: codeId, filter })).series;

/** Returns orders around both changes of daylight saving time in 2026. Many orders are near midnight in Los Angeles or in UTC. */
function ordersAround(seed: number): PlainOrder[] {
  let state = seed;
  const below = (bound: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
  const starts = ["2026-03-06T00:00:00.000Z", "2026-10-30T00:00:00.000Z"].map(Date.parse);
  return Array.from({ length: orderCount }, () => {
    const day = (starts[below(2)] ?? 0) + below(5) * 86_400_000;
    const midnight = [0, 7, 8][below(3)] ?? 0;
    const at = below(2) === 0 ? midnight * 3_600_000 + below(7_200_000) - 3_600_000 : below(86_400_000);
    const currencyId = ["usd", "eur", "gbp", "jpy"][below(4)] ?? "usd";
    return { placedAt: new Date(day + at).toISOString(), currencyId, revenue: BigInt(below(100_000_000)) };
  });
}

/** Exchange rates from EUR to other currencies, like those of the European Central Bank. Some days have no rate for JPY. */
function ratesOfDays(): PlainRate[] {
  const days = [...Array(9).keys()].flatMap((day) => [`2026-03-${String(day + 4).padStart(2, "0")}`, nextOf("2026-10-28", day)]);
  return days.flatMap((day, index) => [
    { day, from: "eur", to: "usd", rate: `1.0${811 + index}` },
    { day, from: "eur", to: "gbp", rate: `0.8${733 + index}` },
    ...(index % 4 === 0 ? [] : [{ day, from: "jpy", to: "eur", rate: `0.00${612 + index}` }]),
  ]);
}
const nextOf = (day: string, by: number) => new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

async function takePlain(of: Client, orders: readonly PlainOrder[], first: number): Promise<void> {
  for (let start = 0; start < orders.length; start += ofBatch)
    await takeOrders(
      fixture,
      of,
      orders.slice(start, start + ofBatch).map(({ placedAt, currencyId, revenue }, index) => ({
        ...orderOf({
          externalRef: String(first + start + index),
          placedAt,
          providerUpdatedAt: placedAt,
          currencyId,
          discountCodes: ["SUN"],
        }),
        totalPrice: `${revenue / 10_000n}.${String(revenue % 10_000n).padStart(4, "0")}`,
      })),
    );
}

async function addCode(of: Client): Promise<void> {
  const versions = [{ at: "2026-01-01T10:00:00.000Z", names: ["SUN"], partnerId: null, tier: null }];
  for (const { take } of codeSteps(fixture, of, { rowId: codeId, versions, minted: [] })) await take();
}

const sent = (rates: readonly PlainRate[]) => rates.map((rate) => ({ ...rate, provider: "ecb" }));

describe("two workspaces with their own time zone and currency", () => {
  it("have the series and totals of a plain reference, over both changes of daylight saving time", { timeout: 240_000 }, async () => {
    const other = fixture.client();
    const rates = ratesOfDays();
    const orders = ordersAround(1);
    for (const of of [client, other]) {
      await addCode(of);
      await takeRates(fixture, of, sent(rates));
      await takePlain(of, orders.slice(0, orderCount / 2), 0);
    }
    await takeSettings(fixture, client, losAngeles);
    await takeSettings(fixture, other, { timeZone: "UTC", reportingCurrency: "usd" });
    // These orders arrive before, during or after the recalculation.
    for (const of of [client, other]) await takePlain(of, orders.slice(orderCount / 2), orderCount / 2);
    await recalculated(client);
    const inLosAngeles = plainSeries(orders, rates, losAngeles.timeZone, "eur");
    expect(await seriesOf(client)).toEqual(inLosAngeles);
    expect(await seriesOf(other)).toEqual(plainSeries(orders, rates, "UTC", "usd"));
    expect(inLosAngeles.reduce((sum, { count }) => sum + count, 0)).toBe(orderCount);
    const { rows } = await fixture.admin.query<{ at: Date; day: string; reported: string }>(
      `SELECT o.placed_at AS at, to_char(o.placed_day, 'YYYY-MM-DD') AS day, to_char(v.placed_day, 'YYYY-MM-DD') AS reported
       FROM orders o JOIN order_reported v ON v.order_id = o.row_id WHERE o.workspace_id = $1`,
      [client.workspaceId],
    );
    const faults = rows.filter(
      ({ at, day, reported }) => new Set([plainDayOf(losAngeles.timeZone, at.toISOString()), day, reported]).size > 1,
    );
    expect([rows.length, faults]).toEqual([orderCount, []]);
  });

  it("have series that span the days of their zone between the bounds of placedAt", async () => {
    await addCode(client);
    const filter = { placedAt: { greaterThanOrEqualTo: "2026-03-08T08:00:00Z", lessThan: "2026-03-09T07:00:00Z" } };
    const days = async () => (await seriesOf(client, filter)).map(({ day }) => day);
    expect(await days()).toEqual(["2026-03-08", "2026-03-09"]);
    await takeSettings(fixture, client, losAngeles);
    await recalculated(client);
    expect(await days()).toEqual(["2026-03-08"]);
  });
});
