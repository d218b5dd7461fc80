import { sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { attributed } from "../testing/attribution-outcomes.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { codeSteps, inWrite, orderOf, takeOrders, takeRates, writeRatesOf } from "../testing/take-history.js";

const day = "2026-05-20";
const placedAt = `${day}T12:00:00.000Z`;
const codeId = newId();

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

/** Starts another replica with the given reporting currency. */
const startIn = async (currency: string) => {
  fixture.environment.REPORTING_CURRENCY = currency;
  return fixture.startReplica();
};
/** Waits until all reported amounts of the workspace are in the given currency. */
const moved = (currency: string) =>
  vi.waitFor(async () => {
    const { rows } = await fixture.admin.query(
      "SELECT currency FROM reporting_currencies WHERE workspace_id = $1 AND orders_after IS NULL",
      [client.workspaceId],
    );
    expect(rows).toEqual([{ currency }]);
  }, polling);
const take = (currencyId: string, externalRef: string) =>
  takeOrders(fixture, client, [orderOf({ externalRef, currencyId, placedAt, discountCodes: ["SUN"], totalPrice: "10" })]);
const kept = async () => {
  const { rows } = await fixture.admin.query(
    `SELECT o.external_ref AS ref, v.reporting_currency AS currency, v.converted, v.reported_total_price AS total
     FROM order_reported v JOIN orders o ON o.row_id = v.order_id WHERE o.workspace_id = $1 ORDER BY 1`,
    [client.workspaceId],
  );
  return rows.map(({ ref, currency, converted, total }) => [ref, currency, converted, total]);
};
const takeAll = async () => {
  for (const { take: emitEvent } of codeSteps(fixture, client, {
    rowId: codeId,
    versions: [{ at: "2026-05-01T10:00:00.000Z", names: ["SUN"], partnerId: null, tier: null }],
    minted: [],
  }))
    await emitEvent();
  await takeRates(fixture, client, [
    { day, from: "eur", to: "usd", rate: "2", provider: "ecb" },
    { day, from: "usd", to: "eur", rate: "0.5", provider: "ecb" },
    { day, from: "gbp", to: "usd", rate: "3", provider: "ecb" },
  ]);
  for (const [index, currency] of ["eur", "gbp", "usd"].entries()) await take(currency, String(index));
  await attributed(fixture, client);
};

describe("a rate", () => {
  it("queues the orders of its day that it can convert to the reporting currency", async () => {
    await take("eur", "0");
    const noted = await inWrite(fixture, client, async (write) => {
      await writeRatesOf(write, client, [
        { day, from: "eur", to: "usd", rate: "2", provider: "ecb" },
        { day, from: "gbp", to: "eur", rate: "3", provider: "ecb" },
        { day, from: "chf", to: "cad", rate: "3", provider: "ecb" },
      ]);
      return write.sql(
        sql`SELECT native_currency AS currency FROM due_attributions WHERE workspace_id = ${client.workspaceId}::uuid ORDER BY 1`,
      );
    });
    expect(noted).toEqual([{ currency: "eur" }, { currency: "gbp" }]);
  });
});

describe("after a change of the reporting currency", () => {
  it("all orders are converted again, also those that arrive meanwhile on any replica; an outdated replica reverts nothing", async () => {
    await takeAll();
    expect(await kept()).toEqual([
      ["0", "usd", true, "200000"],
      ["1", "usd", true, "300000"],
      ["2", "usd", true, "100000"],
    ]);
    await startIn("eur");
    await moved("eur");
    await take("usd", "3");
    await attributed(fixture, client);
    const inEur = [
      ["0", "eur", true, "100000"],
      ["1", "eur", true, "150000"],
      ["2", "eur", true, "50000"],
      ["3", "eur", true, "50000"],
    ];
    expect(await kept()).toEqual(inEur);
    await startIn("eur");
    await takeRates(fixture, client, [{ day, from: "usd", to: "eur", rate: "0.25", provider: "ecb" }]);
    await attributed(fixture, client);
    expect((await kept()).slice(2)).toEqual([
      ["2", "eur", true, "25000"],
      ["3", "eur", true, "25000"],
    ]);
    await startIn("usd");
    await moved("usd");
    await attributed(fixture, client);
    expect((await kept()).map(([, currency, converted]) => [currency, converted])).toEqual(Array(4).fill(["usd", true]));
  });

  it("an order that is still in the old currency counts as not converted, in lists and series", async () => {
    await takeAll();
    await fixture.admin.query("UPDATE order_reported SET reporting_currency = 'eur' WHERE workspace_id = $1 AND native_currency = 'gbp'", [
      client.workspaceId,
    ]);
    const seen = await client.data<Seen>(
      `query ($id: UUID!) {
        list: list_orders(orderBy: [EXTERNAL_REF_ASC]) { nodes { reported { converted reportingCurrency rate rateProvider reportedTotalPrice reportedAttributedRevenue } } }
        series: get_discount_code_order_series(id: $id, reportedFilter: {}) { reportedAttributedRevenue }
        done: get_discount_code_order_series(id: $id, reportedFilter: { converted: { equalTo: true } }) { count }
        missing: get_discount_code_order_series(id: $id, reportedFilter: { converted: { equalTo: false }, reportingCurrency: { equalTo: "usd" } }) { count } }`,
      { id: codeId },
    );
    expect(seen.list.nodes[1]?.reported).toEqual({
      ...{ converted: false, reportingCurrency: "usd", rate: null, rateProvider: null, reportedTotalPrice: null },
      reportedAttributedRevenue: null,
    });
    expect(seen.list.nodes.map(({ reported }) => reported.reportedAttributedRevenue)).toEqual(["20", null, "10"]);
    expect(seen).toMatchObject({ series: [{ reportedAttributedRevenue: "30" }], done: [{ count: 2 }], missing: [{ count: 1 }] });
  });
});

interface Seen {
  list: { nodes: { reported: Record<string, unknown> }[] };
}
