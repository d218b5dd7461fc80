import { whileOpen } from "@offergraph/testkit/open-transaction";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addCheckout } from "../../testing/orders.js";
import { orderOf, takeOrders } from "../../testing/take-history.js";
import { recalculated, statusOf, takeSettings } from "../../testing/workspace-settings.js";

const tokyo = { timeZone: "Asia/Tokyo", reportingCurrency: "jpy" };
const count = 1_100;
const lateEvening = "2026-05-20T20:00:00.000Z";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const takeOne = (externalRef: string) => takeOrders(fixture, client, [orderOf({ externalRef, placedAt: lateEvening, currencyId: "jpy" })]);
const takeMany = () =>
  takeOrders(
    fixture,
    client,
    Array.from({ length: count }, (_, index) => orderOf({ externalRef: String(index), placedAt: lateEvening, currencyId: "jpy" })),
  );
/** Counts the orders by day, reporting currency and conversion. */
const days = async () => {
  const { rows } = await fixture.admin.query(
    `SELECT to_char(o.placed_day, 'YYYY-MM-DD') || ' ' || v.reporting_currency || CASE WHEN v.converted THEN '' ELSE ' not converted' END AS day, count(*)::int
     FROM orders o JOIN order_reported v ON v.order_id = o.row_id AND v.placed_day = o.placed_day WHERE o.workspace_id = $1 GROUP BY 1 ORDER BY 1`,
    [client.workspaceId],
  );
  return Object.fromEntries(rows.map(({ day, count: number }) => [day, number]));
};

describe("get_reporting_status", () => {
  it("returns UTC and the currency of the deployment for a workspace without settings", async () => {
    expect(await statusOf(client)).toEqual({
      timeZone: "UTC",
      reportingCurrency: "usd",
      isRecalculating: false,
      ordersLeft: 0,
      checkoutsLeft: 0,
    });
    await takeOne("1");
    expect(await statusOf(client)).toEqual({
      timeZone: "UTC",
      reportingCurrency: "usd",
      isRecalculating: false,
      ordersLeft: 0,
      checkoutsLeft: 0,
    });
  });

  it("counts the records of this workspace that do not follow changed settings yet", async () => {
    await takeOne("1");
    await addCheckout(fixture, client, { started_at: lateEvening });
    const lock = {
      text: "SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))",
      values: [`attribution ${client.workspaceId}`],
    };
    await whileOpen(fixture, client, lock, async () => {
      await takeSettings(fixture, client, tokyo);
      expect(await statusOf(client)).toEqual({
        timeZone: "Asia/Tokyo",
        reportingCurrency: "jpy",
        isRecalculating: true,
        ordersLeft: 1,
        checkoutsLeft: 1,
      });
      expect(await statusOf(fixture.client())).toMatchObject({ timeZone: "UTC", isRecalculating: false, ordersLeft: 0 });
    });
    await recalculated(client);
    const { list } = await client.data<{ list: object }>("{ list: list_checkouts { nodes { startedDay } } }");
    expect(list).toEqual({ nodes: [{ startedDay: "2026-05-21" }] });
    expect(await days()).toEqual({ "2026-05-21 jpy": 1 });
  });

  it("shows the progress of the recalculation, which continues after its connection is killed", async () => {
    await takeMany();
    expect(await days()).toEqual({ "2026-05-20 usd not converted": count });
    const seventh = { text: "SELECT FROM orders WHERE row_id = (SELECT row_id FROM orders ORDER BY row_id LIMIT 1 OFFSET 700) FOR UPDATE" };
    await whileOpen(fixture, client, seventh, async () => {
      await takeSettings(fixture, client, tokyo);
      const isBlocked = async () => expect(await statusOf(client)).toMatchObject({ isRecalculating: true, ordersLeft: 600 });
      await vi.waitFor(isBlocked, polling);
      expect(await days()).toEqual({ "2026-05-20 usd not converted": 600, "2026-05-21 jpy": 500 });
      await takeOne("new");
      const kill = () =>
        fixture.admin.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        );
      await vi.waitFor(async () => expect((await kill()).rowCount).toBeGreaterThan(0), polling);
      expect(await statusOf(client)).toMatchObject({ isRecalculating: true, ordersLeft: 601 });
      expect(await days()).toEqual({ "2026-05-20 usd not converted": 600, "2026-05-21 jpy": 501 });
    });
    await recalculated(client);
    expect(await days()).toEqual({ "2026-05-21 jpy": count + 1 });
  });

  it("uses the newest settings, even if an older event arrives late, and the deployment's currency without an own one", async () => {
    await takeOne("1");
    await takeSettings(fixture, client, { ...tokyo, updatedAt: "2026-05-02T10:00:00.000Z" });
    await takeSettings(fixture, client, { timeZone: "Europe/Berlin", reportingCurrency: "eur", updatedAt: "2026-05-01T10:00:00.000Z" });
    await recalculated(client);
    expect(await statusOf(client)).toMatchObject({ timeZone: "Asia/Tokyo", reportingCurrency: "jpy" });
    await takeSettings(fixture, client, { timeZone: "UTC", reportingCurrency: null, updatedAt: "2026-05-03T10:00:00.000Z" });
    await recalculated(client);
    expect(await statusOf(client)).toMatchObject({ timeZone: "UTC", reportingCurrency: "usd" });
    expect(await days()).toEqual({ "2026-05-20 usd not converted": 1 });
  });
});
