import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { Client } from "../../testing/fixture.js";
import {
  answer,
  createDiscounting,
  creditRule,
  discountRule,
  entitlementRule,
  giveCode,
  grantOf,
  grantsOf,
  ledgerOf,
} from "../../testing/granting.js";
import { decide } from "../../testing/grants.js";
import { addConnection, addDiscountCode, createActive, done, mutate, update } from "../../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../../testing/other-services.js";

const dayMs = 86_400_000;
let fixture: OtherServicesFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
  await fixture.startReplica();
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  fixture.clock.advance(60_000);
});

const rowsOf = async (table: string) =>
  (await fixture.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [client.workspaceId])).rows;
const emitted = async (what: string) => (await fixture.emitted(client.workspaceId)).filter((one) => one.what === what);
/** Waits until no task is due at the clock's time. */
const allDone = () =>
  vi.waitFor(async () => {
    const { rowCount } = await fixture.admin.query("SELECT FROM due_grants WHERE due_at <= $1", [fixture.clock.now()]);
    expect(rowCount).toBe(0);
  }, polling);

describe("a reward's validity", () => {
  it("ends to the millisecond after its issue; then the reward is taken back, once over two replicas", async () => {
    const rules = [creditRule(await addConnection(fixture, client)), entitlementRule({ expires_in_days: 30 }), entitlementRule()];
    const incentive = await createActive(fixture, client, { rules });
    const customerId = newId();
    await answer(fixture, client, incentive, { customerId });
    fixture.clock.advance(30 * dayMs - 1);
    await answer(fixture, client, incentive, { customerId });
    await allDone();
    expect((await grantsOf(fixture, client)).every(({ state }) => state === "ISSUED")).toBe(true);
    fixture.clock.advance(1);
    await allDone();
    const states = (await grantsOf(fixture, client)).map(({ state }) => state);
    expect(states).toEqual(["EXPIRED", "EXPIRED", "ISSUED", "ISSUED", "ISSUED", "ISSUED"]);
    expect((await ledgerOf(fixture, client)).map(({ kind, amount_minor }) => [kind, amount_minor]).sort()).toEqual([
      [0, "500"],
      [0, "500"],
      [1, "-500"],
    ]);
    expect(await rowsOf("credit_balances")).toMatchObject([{ amount_minor: "500" }]);
    expect(await rowsOf("entitlements")).toMatchObject([{ limit: "9" }]);
    expect(await emitted("grant.expired")).toHaveLength(2);
    expect((await emitted("credit.booked")).at(-1)).toMatchObject({ data: { kind: "EXPIRED", amountMinor: "-500", balanceMinor: "500" } });
  });

  it("has no end if it would be after the year 9999", async () => {
    const incentive = await createActive(fixture, client, { rules: [entitlementRule({ expires_in_days: Number.MAX_SAFE_INTEGER })] });
    expect(await grantOf(fixture, client, await answer(fixture, client, incentive))).toMatchObject({ state: "ISSUED", expires_at: null });
  });
});

describe("a code that is not issued", () => {
  const waits = [30, 60, 120, 240, 480, 960, 1_920, 3_840].map((seconds) => seconds * 1_000);

  it("is requested again with increasing delays; after the eighth time the grant fails and no longer counts", async () => {
    const incentive = await createDiscounting(
      fixture,
      client,
      { limitCount: 1, limitPeriod: "EVER" },
      { delivery: "UNIQUE", expires_in_days: 1 },
    );
    const customerId = newId();
    const response = await answer(fixture, client, incentive, { customerId });
    for (const [times, wait] of waits.entries()) {
      fixture.clock.advance(wait - 1);
      await allDone();
      expect(await emitted("grant.requested")).toHaveLength(times + 1);
      fixture.clock.advance(1);
      await allDone();
    }
    const asked = await emitted("grant.requested");
    expect(asked).toHaveLength(8);
    expect(new Set(asked.map(({ recordId }) => recordId)).size).toBe(1);
    expect(await grantOf(fixture, client, response)).toMatchObject({ state: "FAILED", failure_reason: "NO_ANSWER" });
    expect(await emitted("grant.failed")).toMatchObject([{ data: { failureReason: "NO_ANSWER" } }]);
    expect(await grantOf(fixture, client, await answer(fixture, client, incentive, { customerId }))).toMatchObject({ state: "ISSUING" });
  });

  it("is not requested again once it is issued, or the incentive is archived", async () => {
    const rules = [discountRule(await addDiscountCode(fixture, client))];
    const incentive = await createActive(fixture, client, { rules });
    const [first, second] = [await answer(fixture, client, incentive), await answer(fixture, client, incentive)];
    await giveCode(fixture, client, (await grantOf(fixture, client, first)).row_id, "SUN");
    await done(mutate(client, "update_incentive", { incentiveId: incentive.rowId, status: "ARCHIVED" }));
    fixture.clock.advance(30_000);
    await allDone();
    expect(await emitted("grant.requested")).toHaveLength(2);
    expect(await grantOf(fixture, client, second)).toMatchObject({ state: "FAILED", failure_reason: "INCENTIVE_ARCHIVED" });
  });

  it("of a released grant is requested at once", async () => {
    const incentive = await createDiscounting(fixture, client);
    await update(client, incentive.rowId, { minTrustScore: 1 });
    const response = await answer(fixture, client, incentive, { trustScore: 0.5 });
    const { row_id } = await grantOf(fixture, client, response);
    await decide(client, "release", row_id);
    expect(await emitted("grant.requested")).toHaveLength(1);
    await giveCode(fixture, client, row_id, "SUN");
    expect(await grantOf(fixture, client, response)).toMatchObject({ state: "ISSUED", code: "SUN" });
  });
});
