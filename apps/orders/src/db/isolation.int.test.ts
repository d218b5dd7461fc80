import { testAuditedTables } from "@offergraph/testkit/audited-tables";
import { testRowSecurity } from "@offergraph/testkit/row-security";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { audit } from "../audit.js";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { addOrder, addReported } from "../testing/orders.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

testAuditedTables(() => fixture, audit);
testRowSecurity({
  fixture: () => fixture,
  rows: { orders: { currency_id: "eur" }, exchange_rates: { from_currency: "eur", to_currency: "usd", rate: 1 } },
});

describe("the constraints of the tables", () => {
  const refused = [
    ["a day that is two days after placed_at in UTC", { placed_at: "2026-06-01T00:00:00+02:00", placed_day: "2026-06-02" }],
    ["a currency in upper case", { currency_id: "USD" }],
    ["an amount of 15 digits before the point", { total_price: "1000000000000000000" }],
    ["an attributed revenue that is not what is left of the price", { total_price: 5, attributed_revenue: 4, attribution_method: "X" }],
    ["an attributed revenue without a method", { attributed_revenue: 0 }],
    ["a method without an attributed revenue", { attribution_method: "X" }],
    ["a status beyond the last", { order_status: 6 }],
  ] as const;
  it.each(refused)("reject an order with %s", async (_what, columns) => {
    await expect(addOrder(fixture, fixture.client(), columns)).rejects.toThrow(/violates check constraint/);
  });

  it.each([
    ["a rate and no amount", { rate: 1 }],
    ["a rate that is no number", { converted: true, rate: "NaN", reported_total_price: 0 }],
    ["reported revenue without attributed revenue", { converted: true, rate: 1, reported_total_price: 0, reported_attributed_revenue: 0 }],
  ])("reject a reported view with %s", async (_what, columns) => {
    const client = fixture.client();
    const orderId = await addOrder(fixture, client);
    await expect(addReported(fixture, client, orderId, columns)).rejects.toThrow(/violates check constraint/);
  });
});
