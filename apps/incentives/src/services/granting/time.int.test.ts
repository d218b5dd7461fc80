import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import {
  answer,
  createDiscounting,
  creditRule,
  discountRule,
  entitlementRule,
  giveCode,
  grantOf,
  grantsOf,
} from "../../testing/granting.js";
import { decide } from "../../testing/grants.js";
import { addConnection, addDiscountCode, createActive, done, mutate, update } from "../../testing/incentives.js";
import { type OthersWorld, startOthersWorld } from "../../testing/others.js";
import type { Client } from "../../testing/world.js";

const dayMs = 86_400_000;
let world: OthersWorld;
let client: Client;
beforeAll(async () => {
  world = await startOthersWorld(inject("adminUrl"));
  await world.startReplica();
});
afterAll(() => world?.stop());
beforeEach(() => {
  client = world.client();
  world.clock.advance(60_000);
});

const rowsOf = async (table: string) =>
  (await world.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [client.workspaceId])).rows;
const told = async (what: string) => (await world.told(client.workspaceId)).filter((one) => one.what === what);
/** Waits until nothing is due by the clock. */
const allDone = () =>
  vi.waitFor(async () => {
    const { rowCount } = await world.admin.query("SELECT FROM due_grants WHERE due_at <= $1", [world.clock.now()]);
    expect(rowCount).toBe(0);
  }, polling);

describe("a reward's validity", () => {
  it("ends to the millisecond after its issue; then the reward is taken back, once over two replicas", async () => {
    const rules = [creditRule(await addConnection(world, client)), entitlementRule({ expires_in_days: 30 }), entitlementRule()];
    const incentive = await createActive(world, client, { rules });
    const customerId = newId();
    await answer(world, client, incentive, { customerId });
    world.clock.advance(30 * dayMs - 1);
    await answer(world, client, incentive, { customerId });
    await allDone();
    expect((await grantsOf(world, client)).every(({ state }) => state === "ISSUED")).toBe(true);
    world.clock.advance(1);
    await allDone();
    const states = (await grantsOf(world, client)).map(({ state }) => state);
    expect(states).toEqual(["EXPIRED", "EXPIRED", "ISSUED", "ISSUED", "ISSUED", "ISSUED"]);
    expect((await rowsOf("credit_ledger")).map(({ kind, amount_minor }) => [kind, amount_minor]).sort()).toEqual([
      [0, "500"],
      [0, "500"],
      [1, "-500"],
    ]);
    expect(await rowsOf("credit_balances")).toMatchObject([{ amount_minor: "500" }]);
    expect(await rowsOf("entitlements")).toMatchObject([{ limit: "9" }]);
    expect(await told("grant.expired")).toHaveLength(2);
    expect((await told("credit.booked")).at(-1)).toMatchObject({ data: { kind: "EXPIRED", amountMinor: "-500", balanceMinor: "500" } });
  });

  it("has no end if it would be after the year 9999", async () => {
    const incentive = await createActive(world, client, { rules: [entitlementRule({ expires_in_days: Number.MAX_SAFE_INTEGER })] });
    expect(await grantOf(world, client, await answer(world, client, incentive))).toMatchObject({ state: "ISSUED", expires_at: null });
  });
});

describe("a code that is not issued", () => {
  const waits = [30, 60, 120, 240, 480, 960, 1_920, 3_840].map((seconds) => seconds * 1_000);

  it("is requested again with increasing delays; after the eighth time the grant fails and no longer counts", async () => {
    const incentive = await createDiscounting(
      world,
      client,
      { limitCount: 1, limitPeriod: "EVER" },
      { delivery: "UNIQUE", expires_in_days: 1 },
    );
    const customerId = newId();
    const response = await answer(world, client, incentive, { customerId });
    for (const [times, wait] of waits.entries()) {
      world.clock.advance(wait - 1);
      await allDone();
      expect(await told("grant.requested")).toHaveLength(times + 1);
      world.clock.advance(1);
      await allDone();
    }
    const asked = await told("grant.requested");
    expect(asked).toHaveLength(8);
    expect(new Set(asked.map(({ recordId }) => recordId)).size).toBe(1);
    expect(await grantOf(world, client, response)).toMatchObject({ state: "FAILED", failure_reason: "NO_ANSWER" });
    expect(await told("grant.failed")).toMatchObject([{ data: { failureReason: "NO_ANSWER" } }]);
    expect(await grantOf(world, client, await answer(world, client, incentive, { customerId }))).toMatchObject({ state: "ISSUING" });
  });

  it("is not requested again once it is issued, or the incentive is archived", async () => {
    const rules = [discountRule(await addDiscountCode(world, client))];
    const incentive = await createActive(world, client, { rules });
    const [first, second] = [await answer(world, client, incentive), await answer(world, client, incentive)];
    await giveCode(world, client, (await grantOf(world, client, first)).row_id, "SUN");
    await done(mutate(client, "update_incentive", { incentiveId: incentive.rowId, status: "ARCHIVED" }));
    world.clock.advance(30_000);
    await allDone();
    expect(await told("grant.requested")).toHaveLength(2);
    expect(await grantOf(world, client, second)).toMatchObject({ state: "FAILED", failure_reason: "INCENTIVE_ARCHIVED" });
  });

  it("of a released grant is requested at once", async () => {
    const incentive = await createDiscounting(world, client);
    await update(client, incentive.rowId, { minTrustScore: 1 });
    const response = await answer(world, client, incentive, { trustScore: 0.5 });
    const { row_id } = await grantOf(world, client, response);
    await decide(client, "release", row_id);
    expect(await told("grant.requested")).toHaveLength(1);
    await giveCode(world, client, row_id, "SUN");
    expect(await grantOf(world, client, response)).toMatchObject({ state: "ISSUED", code: "SUN" });
  });
});
