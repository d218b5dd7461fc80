import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { addOrder, addReported } from "../testing/orders.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  client = fixture.client();
});
afterAll(() => fixture?.stop());

/** Resolves the fields like the gateway, with code ids from the discounts service. */
const performance = async (asker: Client, discountCodeIds: string[]) =>
  (
    await asker.data<{ _entities: object[] }>(
      `query ($all: [_Any!]!) { _entities(representations: $all) { ... on CampaignPerformance {
        orderCount attributedRevenue { currencyId orderCount attributedRevenue } reportedAttributedRevenue reportingCurrency } } }`,
      { all: [{ __typename: "CampaignPerformance", rowId: newId(), discountCodeIds }] },
    )
  )._entities[0];

describe("the performance of a campaign", () => {
  it("sums the orders of its codes exactly, by currency and in the reporting currency", async () => {
    const [one, two, other] = [newId(), newId(), newId()];
    const place = async (discount_code_id: string, currency_id: string, revenue: string | null, reported: number | null, columns = {}) => {
      const method = revenue === null ? {} : { total_price: revenue, attributed_revenue: revenue, attribution_method: "DISCOUNT_CODE" };
      const orderId = await addOrder(fixture, client, { discount_code_id, currency_id, ...method, ...columns });
      const rate = reported === null ? {} : { converted: true, rate: 1, reported_total_price: 0, reported_attributed_revenue: reported };
      await addReported(fixture, client, orderId, { native_attributed_revenue: revenue, ...rate });
    };
    await place(one, "usd", "999999999999999999", 5);
    await place(two, "usd", "1", 10_000);
    await place(two, "eur", "15000", null);
    await place(one, "eur", null, null);
    await place(other, "usd", "70000", 70_000);
    for (const unused of [{ is_real: false }, { order_status: 1 }, { financial_status: 6 }])
      await place(one, "usd", "70000", 70_000, unused);
    expect(await performance(client, [one, two])).toEqual({
      orderCount: 4,
      attributedRevenue: [
        { currencyId: "eur", orderCount: 1, attributedRevenue: "1.5" },
        { currencyId: "usd", orderCount: 2, attributedRevenue: "100000000000000" },
      ],
      reportedAttributedRevenue: "1.0005",
      reportingCurrency: "usd",
    });
    const nothing = { orderCount: 0, attributedRevenue: [], reportedAttributedRevenue: null, reportingCurrency: "usd" };
    expect(await performance(client, [])).toEqual(nothing);
    expect(await performance(fixture.client(), [one, two])).toEqual(nothing);
  });
});
