import { formResponseCustomerIdentified } from "@offergraph/shared/contracts/events/forms";
import { orderPlaced } from "@offergraph/shared/contracts/events/orders";
import { newId } from "@offergraph/shared/time/ids";
import { orderOf } from "@offergraph/testkit/orders";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { Client } from "../../testing/fixture.js";
import { answer, createCrediting, createDiscounting, giveCode, grantOf, grantsOf, ledgerOf, refuseCode } from "../../testing/granting.js";
import { createActive, update } from "../../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../../testing/other-services.js";

const dayMs = 86_400_000;
let fixture: OtherServicesFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  fixture.clock.advance(60_000);
});

const emitted = async () => (await fixture.emitted(client.workspaceId)).filter(({ what }) => !what.startsWith("incentive."));
const emittedTypes = async () => (await emitted()).map(({ what }) => what);

describe("an audience", () => {
  const before = (ms: number) => new Date(fixture.clock.now().getTime() - ms).toISOString();
  it.each([
    ["a real order a millisecond before the response", {}, 1, "RETURNING"],
    ["a real order at the moment of the response", {}, 0, "NEW"],
    ["a test order before", { isReal: false }, dayMs, "NEW"],
    ["a cancelled order before", { orderStatus: "CANCELLED" as const }, dayMs, "NEW"],
    ["a refunded order before", { financialStatus: "REFUNDED" as const, refundedTotal: "10" }, dayMs, "RETURNING"],
  ])("with %s is evaluated as declared", async (_what, changes, age, audience) => {
    const customerId = newId();
    const order = orderOf({ customerId, placedAt: before(age), ...changes });
    await fixture.emitEvent(orderPlaced, client.workspaceId, order.rowId, order);
    const forNew = await createActive(fixture, client, { audience: "NEW" });
    const { formId } = forNew;
    const forReturning = await createActive(fixture, client, { formId, audience: "RETURNING" });
    await createActive(fixture, client, { formId });
    await answer(fixture, client, forNew, { customerId });
    const ids = (await grantsOf(fixture, client)).map(({ incentive_id }) => incentive_id);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(audience === "NEW" ? forNew.rowId : forReturning.rowId);
  });
});

describe("trust", () => {
  it("below the incentive's minimum holds a reward; at the minimum, or without one, it does not", async () => {
    const incentive = await createCrediting(fixture, client);
    const trusting = await createActive(fixture, client, { formId: incentive.formId });
    await update(client, incentive.rowId, { minTrustScore: 0.7 });
    const held = await answer(fixture, client, incentive, { trustScore: 0.699, trustReasons: ["same_visitor"] });
    expect(await grantsOf(fixture, client, held.rowId)).toMatchObject([
      { incentive_id: incentive.rowId, state: "HELD", trust_score: 0.699, trust_reasons: ["same_visitor"], issued_at: null },
      { incentive_id: trusting.rowId, state: "ISSUED" },
    ]);
    const equal = await answer(fixture, client, incentive, { trustScore: 0.7 });
    expect(await grantsOf(fixture, client, equal.rowId)).toMatchObject([{ state: "ISSUED" }, { state: "ISSUED" }]);
    expect(await ledgerOf(fixture, client)).toHaveLength(1);
    expect((await emitted()).filter(({ what }) => what === "grant.held")).toMatchObject([
      { data: { state: "HELD", customerId: held.customerId } },
    ]);
  });
});

describe("a response without a customer", () => {
  const identify = (response: Awaited<ReturnType<typeof answer>>, customerId: string) =>
    fixture.emitEvent(formResponseCustomerIdentified, client.workspaceId, response.rowId, { ...response, customerId, customerRef: "ann" });
  const unknown = { customerId: null, customerRef: null };

  it("has a pending grant that is decided as of its outcome when the customer is identified", async () => {
    const incentive = await createCrediting(fixture, client, { limitCount: 1, limitPeriod: "DAY" });
    const customerId = newId();
    const first = await answer(fixture, client, incentive, unknown);
    expect(await grantOf(fixture, client, first)).toMatchObject({ state: "PENDING", customer_id: null });
    fixture.clock.advance(dayMs - 1);
    const second = await answer(fixture, client, incentive, unknown);
    fixture.clock.advance(1);
    const third = await answer(fixture, client, incentive, unknown);
    expect(await emittedTypes()).toEqual(Array(3).fill(["grant.pending", "response.handled"]).flat());
    for (const response of [first, second, third]) await identify(response, customerId);
    expect((await grantsOf(fixture, client)).map(({ state }) => state)).toEqual(["ISSUED", "CAPPED", "ISSUED"]);
    expect((await emittedTypes()).slice(6)).toEqual(["credit.booked", "grant.issued", "grant.capped", "credit.booked", "grant.issued"]);
    expect(await grantOf(fixture, client, second)).toMatchObject({ customer_id: customerId });
  });

  it("is held if its trust score is too low, and fails if the customer is not in the audience", async () => {
    const incentive = await createCrediting(fixture, client, { audience: "RETURNING" });
    const strict = await createActive(fixture, client, { formId: incentive.formId });
    await update(client, strict.rowId, { minTrustScore: 0.9 });
    const response = await answer(fixture, client, incentive, { ...unknown, trustScore: 0.5 });
    expect((await grantsOf(fixture, client)).map(({ state }) => state)).toEqual(["PENDING", "PENDING"]);
    await identify(response, newId());
    expect(await grantsOf(fixture, client)).toMatchObject([{ state: "FAILED", failure_reason: "NOT_IN_AUDIENCE" }, { state: "HELD" }]);
  });
});

describe("a grant whose code is rejected", () => {
  it.each(["POOL_EMPTY", "CODE_DELETED", "CODE_EXPIRED"] as const)(
    "fails with %s, and no longer counts toward the limit",
    async (reason) => {
      const incentive = await createDiscounting(fixture, client, { limitCount: 1, limitPeriod: "EVER" }, { delivery: "POOL" });
      const customerId = newId();
      const response = await answer(fixture, client, incentive, { customerId });
      const { row_id } = await grantOf(fixture, client, response);
      await refuseCode(fixture, client, row_id, reason);
      expect(await grantOf(fixture, client, response)).toMatchObject({ state: "FAILED", failure_reason: reason, code: null });
      expect((await emitted()).at(-1)).toMatchObject({ what: "grant.failed", data: { failureReason: reason } });
      const next = await answer(fixture, client, incentive, { customerId });
      expect(await grantOf(fixture, client, next)).toMatchObject({ state: "ISSUING" });
      await giveCode(fixture, client, row_id, "TOO-LATE");
      expect(await grantOf(fixture, client, response)).toMatchObject({ state: "FAILED", code: null });
    },
  );
});
