import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { lookupTimeoutMs, polling } from "@offergraph/testkit/timeouts";
import { startWorkspaceStub, type WorkspaceStub } from "@offergraph/testkit/workspaces";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { orderOf, takeOrders } from "../../testing/take-history.js";
import { recalculated, statusOf, takeSettings } from "../../testing/workspace-settings.js";

const day = 24 * 3_600_000;
const tokyo = { timeZone: "Asia/Tokyo", reportingCurrency: "jpy" };
const none = { timeZone: "UTC", reportingCurrency: "usd" };

let nats: Awaited<ReturnType<typeof startOwnNats>>;
let fixture: Fixture;
let workspaces: WorkspaceStub;
let client: Client;
const lookupTimeouts = { workspaceMs: lookupTimeoutMs };
beforeAll(async () => {
  nats = await startOwnNats();
  fixture = await startFixture(inject("adminUrl"), { NATS_URL: nats.url }, lookupTimeouts);
  workspaces = await startWorkspaceStub(nats.url, fixture.clock);
});
afterAll(async () => {
  await workspaces?.stop();
  await fixture?.stop();
  await nats?.stop();
});
beforeEach(() => {
  client = fixture.client();
});

const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, polling);
/** Waits until the service has stored the reply to a due lookup. */
const lookedUp = () =>
  eventually(async () => {
    const { rows } = await fixture.admin.query("SELECT due_at FROM workspace_lookups WHERE workspace_id = $1", [client.workspaceId]);
    expect(rows).toEqual([{ due_at: new Date(fixture.clock.now().getTime() + day) }]);
  });
const takeOne = () => takeOrders(fixture, client, [orderOf({ externalRef: "1", placedAt: "2026-05-20T20:00:00.000Z", currencyId: "jpy" })]);
const stored = async () => {
  const { rows } = await fixture.admin.query(
    `SELECT to_char(o.placed_day, 'YYYY-MM-DD') AS day, v.reporting_currency AS currency FROM orders o
     JOIN order_reported v ON v.order_id = o.row_id AND v.placed_day = o.placed_day WHERE o.workspace_id = $1`,
    [client.workspaceId],
  );
  return rows;
};
const settingsAt = async () =>
  (await fixture.admin.query("SELECT settings_at FROM reporting_currencies WHERE workspace_id = $1", [client.workspaceId])).rows[0]
    ?.settings_at;

describe("a workspace whose events have expired", () => {
  it("is looked up at its first orders, which then get its days and currency; older events change nothing", async () => {
    workspaces.set(client.workspaceId, tokyo);
    await takeOne();
    await eventually(async () => expect(await statusOf(client)).toMatchObject(tokyo));
    await recalculated(client);
    expect(await stored()).toEqual([{ day: "2026-05-21", currency: "jpy" }]);
    await takeSettings(fixture, client, { timeZone: "Europe/Paris", reportingCurrency: "eur", updatedAt: "2026-04-01T10:00:00.000Z" });
    expect(await statusOf(client)).toMatchObject(tokyo);
  });

  it("is looked up at its first request, and keeps newer settings of events", async () => {
    workspaces.set(client.workspaceId, tokyo);
    await statusOf(client);
    await eventually(async () => expect(await statusOf(client)).toMatchObject(tokyo));
    await lookedUp();
    const paris = { timeZone: "Europe/Paris", reportingCurrency: "eur" };
    await takeSettings(fixture, client, { ...paris, updatedAt: "2026-05-02T10:00:00.000Z" });
    fixture.clock.advance(day);
    await lookedUp();
    expect(workspaces.lookups(client.workspaceId)).toHaveLength(2);
    await takeOne();
    expect(await statusOf(client)).toMatchObject(paris);
  });
});

describe("while the workspace service does not reply", () => {
  it("orders are taken with UTC and the currency of the deployment, which are not stored as the workspace's settings", async () => {
    workspaces.set(client.workspaceId, tokyo);
    lookupTimeouts.workspaceMs = 1_000;
    await workspaces.whileSilent(async () => {
      await takeOne();
      await eventually(async () => expect(workspaces.lookups(client.workspaceId)).toHaveLength(1));
      expect(await statusOf(client)).toMatchObject(none);
      expect(await stored()).toEqual([{ day: "2026-05-20", currency: "usd" }]);
      expect(await settingsAt()).toBeNull();
    });
    lookupTimeouts.workspaceMs = lookupTimeoutMs;
    fixture.clock.advance(30_000);
    await eventually(async () => expect(await statusOf(client)).toMatchObject(tokyo));
    await recalculated(client);
    expect(await stored()).toEqual([{ day: "2026-05-21", currency: "jpy" }]);
  });
});
