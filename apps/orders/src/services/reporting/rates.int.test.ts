import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { attributed } from "../../testing/attribution-outcomes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { orderOf, takeOrders, takeRates } from "../../testing/take-history.js";

const day = "2026-05-20";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const order = (currencyId: string) =>
  takeOrders(fixture, client, [orderOf({ externalRef: currencyId, currencyId, placedAt: `${day}T12:00:00.000Z`, totalPrice: "10" })]);
const rate = (from: string, to: string, value: string, provider = "ecb", of = day) =>
  takeRates(fixture, client, [{ day: of, from, to, rate: value, provider }]);
const reported = async (currency: string) => {
  const { rows } = await fixture.admin.query(
    `SELECT trim_scale(v.rate)::text AS rate, v.rate_provider AS provider, v.reported_total_price AS total
     FROM order_reported v WHERE v.workspace_id = $1 AND v.native_currency = $2`,
    [client.workspaceId, currency],
  );
  return rows.map(({ rate: value, provider, total }) => [value, provider, total]);
};
const none = [null, null, null];

describe("an order without a direct rate of its day", () => {
  it("is converted at the inverse rate, until a direct rate arrives", async () => {
    await order("eur");
    await rate("usd", "eur", "0.8");
    await attributed(fixture, client);
    expect(await reported("eur")).toEqual([["1.25", "ecb (inverse)", "125000"]]);
    await rate("eur", "usd", "1.2", "bank");
    await attributed(fixture, client);
    expect(await reported("eur")).toEqual([["1.2", "bank", "120000"]]);
  });

  it.each([
    ["the order's rate last", ["usd", "gbp"]],
    ["the reporting currency's rate last", ["gbp", "usd"]],
  ])("is converted over a common currency, with %s", async (_what, currencies) => {
    const rates: Record<string, string> = { usd: "1.1", gbp: "0.88" };
    await order("gbp");
    for (const [index, currency] of currencies.entries()) {
      await rate("eur", currency, rates[currency] ?? "");
      await attributed(fixture, client);
      if (index === 0) expect(await reported("gbp")).toEqual([none]);
    }
    expect(await reported("gbp")).toEqual([["1.25", "ecb via eur", "125000"]]);
  });

  it("uses such rates at its arrival too, and names both providers", async () => {
    await rate("gbp", "eur", "1.2", "boe");
    await rate("usd", "eur", "0.3");
    await order("gbp");
    expect(await reported("gbp")).toEqual([["4", "boe, ecb via eur", "400000"]]);
    await rate("usd", "gbp", "0.3");
    await attributed(fixture, client);
    expect(await reported("gbp")).toEqual([[`3.${"3".repeat(24)}`, "ecb (inverse)", "333333"]]);
  });

  it("ignores rates of other days and other workspaces", async () => {
    await order("gbp");
    await rate("usd", "gbp", "0.5", "ecb", "2026-05-19");
    await rate("gbp", "eur", "1.2");
    await rate("eur", "usd", "1.2", "ecb", "2026-05-21");
    const own = client;
    client = fixture.client();
    await rate("eur", "usd", "1.2");
    client = own;
    await attributed(fixture, client);
    expect(await reported("gbp")).toEqual([none]);
  });
});
