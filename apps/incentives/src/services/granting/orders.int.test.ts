import { orderAttributed } from "@offergraph/shared/contracts/events/orders";
import { newId } from "@offergraph/shared/time/ids";
import type { OrderEvent as Order } from "@offergraph/testkit/orders";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { Client } from "../../testing/fixture.js";
import { answer, createDiscounting, giveCode, grantOf, grantsOf } from "../../testing/granting.js";
import type { Incentive } from "../../testing/incentives.js";
import * as orders from "../../testing/orders.js";
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

const timeIn = (milliseconds: number) => orders.timeIn(fixture, milliseconds);
const place = (changes?: Partial<Order>) => orders.place(fixture, client, changes);
const refund = (order: Order, total?: string) => orders.refund(fixture, client, order, total);
const cancel = (order: Order) => orders.cancel(fixture, client, order);
const rowsOf = async (table: string) =>
  (await fixture.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [client.workspaceId])).rows;
const emittedGrants = async () =>
  (await fixture.emitted(client.workspaceId)).flatMap(({ what }) => (what.startsWith("grant.") ? [what] : []));

/** Creates a grant with the given delivery and code. */
async function given(delivery: string, code: string, terms: object = {}, changes: Parameters<typeof answer>[3] = {}) {
  const incentive = await createDiscounting(fixture, client, {}, { delivery, ...terms });
  const response = await answer(fixture, client, incentive, changes);
  await giveCode(fixture, client, (await grantOf(fixture, client, response)).row_id, code);
  return { incentive, response, now: () => grantOf(fixture, client, response) };
}

describe("a unique code", () => {
  it("is redeemed by an order with it, for any customer and case, and then does not expire", async () => {
    const grant = await given("UNIQUE", "THX7K2", { expires_in_days: 1 });
    const order = await place({ discountCodes: ["other", "thx7k2"], customerId: newId() });
    expect(await grant.now()).toMatchObject({ state: "REDEEMED", order_id: order.rowId });
    expect((await emittedGrants()).slice(-2)).toEqual(["grant.issued", "grant.redeemed"]);
    expect(await rowsOf("due_grants")).toEqual([]);
    await place({ discountCodes: ["THX7K2"] });
    expect(await grant.now()).toMatchObject({ order_id: order.rowId });
  });

  it("is redeemed only by orders before its end, also if they arrive later", async () => {
    const [late, inTime] = [await given("UNIQUE", "LATE", { expires_in_days: 1 }), await given("UNIQUE", "INTIME", { expires_in_days: 1 })];
    const end = timeIn(dayMs);
    const lastMoment = timeIn(dayMs - 1);
    await place({ discountCodes: ["LATE"], placedAt: end });
    expect(await late.now()).toMatchObject({ state: "ISSUED" });
    fixture.clock.advance(dayMs);
    await vi.waitFor(
      async () => expect((await grantsOf(fixture, client)).map(({ state }) => state)).toEqual(["EXPIRED", "EXPIRED"]),
      polling,
    );
    await place({ discountCodes: ["INTIME"], placedAt: lastMoment });
    expect(await inTime.now()).toMatchObject({ state: "REDEEMED" });
    expect(await late.now()).toMatchObject({ state: "EXPIRED" });
  });

  it("is not redeemed by a test order", async () => {
    const grant = await given("UNIQUE", "THX");
    await place({ discountCodes: ["THX"], isReal: false });
    expect(await grant.now()).toMatchObject({ state: "ISSUED", order_id: null });
  });

  it.each([
    ["refunded wholly", refund, "REVERSED"],
    ["refunded in part", (order: Order) => refund(order, "9.9999"), "REDEEMED"],
    ["cancelled", cancel, "REVERSED"],
  ] as const)("has its final state if the order is %s", async (_what, undo, state) => {
    const grant = await given("UNIQUE", "THX");
    const order = await place({ discountCodes: ["THX"] });
    await undo(order);
    expect(await grant.now()).toMatchObject({ state, order_id: order.rowId });
    await fixture.emitEvent(orderAttributed, client.workspaceId, order.rowId, { ...order, orderStatus: "OPEN" });
    expect(await grant.now()).toMatchObject({ state });
  });
});

describe("an order that is already reversed on arrival", () => {
  it("redeems its code", async () => {
    const grant = await given("UNIQUE", "THX");
    const order = await place({ discountCodes: ["THX"], orderStatus: "CANCELLED" });
    expect(await grant.now()).toMatchObject({ state: "REVERSED", order_id: order.rowId });
    expect((await emittedGrants()).slice(-2)).toEqual(["grant.redeemed", "grant.reversed"]);
  });
});

describe("an updated order", () => {
  const again = (order: Order, changes: Partial<Order>) =>
    fixture.emitEvent(orderAttributed, client.workspaceId, order.rowId, { ...order, updatedAt: timeIn(1), ...changes });

  it.each([
    ["has its code no more", { discountCodes: ["other"] }],
    ["turns out to be a test", { isReal: false }],
    ["was placed when its time was over", { placedAt: "2099-01-01T00:00:00.000Z" }],
  ])("unredeems its grant if it %s: the next order redeems it", async (_what, change) => {
    const grant = await given("UNIQUE", "THX", { expires_in_days: 1 });
    const order = await place({ discountCodes: ["THX"] });
    await again(order, change);
    expect(await grant.now()).toMatchObject({ state: "ISSUED", order_id: null });
    expect(await rowsOf("due_grants")).toHaveLength(1);
    await cancel({ ...order, ...change, updatedAt: timeIn(2) });
    expect(await grant.now()).toMatchObject({ state: "ISSUED" });
    const next = await place({ discountCodes: ["THX"] });
    expect(await grant.now()).toMatchObject({ state: "REDEEMED", order_id: next.rowId });
    expect((await emittedGrants()).slice(-3)).toEqual(["grant.redeemed", "grant.unredeemed", "grant.redeemed"]);
  });

  it("unredeems it for an earlier order with the code", async () => {
    const grant = await given("UNIQUE", "THX");
    const [order, other] = [await place({ discountCodes: ["THX"] }), await place({ discountCodes: ["THX"] })];
    await again(order, { discountCodes: [] });
    expect(await grant.now()).toMatchObject({ state: "REDEEMED", order_id: other.rowId });
  });

  it("does not reopen a grant that has ended", async () => {
    const grant = await given("UNIQUE", "THX", { expires_in_days: 1 });
    const order = await place({ discountCodes: ["THX"] });
    fixture.clock.advance(dayMs);
    await again(order, { isReal: false });
    await vi.waitFor(
      async () => expect(await grant.now()).toMatchObject({ state: "EXPIRED", order_id: null, failure_reason: null }),
      polling,
    );
  });
});

describe("an alias from a pool", () => {
  it("is redeemed by an order after the response, not by an earlier one", async () => {
    await place({ discountCodes: ["P1"], placedAt: timeIn(-1) });
    const grant = await given("POOL", "P1");
    expect(await grant.now()).toMatchObject({ state: "ISSUED" });
    const order = await place({ discountCodes: ["p1"] });
    expect(await grant.now()).toMatchObject({ state: "REDEEMED", order_id: order.rowId });
  });
});

describe("a shared code", () => {
  const shared = async (incentive: Incentive, changes: Parameters<typeof answer>[3]) => {
    const response = await answer(fixture, client, incentive, changes);
    await giveCode(fixture, client, (await grantOf(fixture, client, response)).row_id, "SUN");
    return () => grantOf(fixture, client, response);
  };

  it("redeems one grant of the customer per order, the one that ends first, and no other customer's", async () => {
    const incentive = await createDiscounting(fixture, client, {}, { expires_in_days: 5 });
    const customerId = newId();
    const other = await shared(incentive, {});
    const first = await shared(incentive, { customerId });
    fixture.clock.advance(1_000);
    const second = await shared(incentive, { customerId });
    await place({ discountCodes: ["SUN"] });
    const order = await place({ discountCodes: ["SUN"], customerId });
    expect([(await other()).state, (await first()).state, (await second()).state]).toEqual(["ISSUED", "REDEEMED", "ISSUED"]);
    await fixture.emitEvent(orderAttributed, client.workspaceId, order.rowId, order);
    expect((await second()).state).toBe("ISSUED");
    await place({ discountCodes: ["SUN"], customerId });
    expect([(await other()).state, (await second()).state]).toEqual(["ISSUED", "REDEEMED"]);
  });

  it("is unredeemed if the order becomes another customer's, whose grant it redeems; not if it becomes anonymous", async () => {
    const incentive = await createDiscounting(fixture, client);
    const [ann, bob] = [newId(), newId()];
    const [first, other] = [await shared(incentive, { customerId: ann }), await shared(incentive, { customerId: bob })];
    const states = async () => [(await first()).state, (await other()).state];
    const order = await place({ discountCodes: ["SUN"], customerId: ann });
    const again = (milliseconds: number, customerId: string | null) =>
      fixture.emitEvent(orderAttributed, client.workspaceId, order.rowId, { ...order, updatedAt: timeIn(milliseconds), customerId });
    await again(1, bob);
    expect(await states()).toEqual(["ISSUED", "REDEEMED"]);
    await again(2, null);
    expect(await states()).toEqual(["ISSUED", "REDEEMED"]);
    await again(3, ann);
    expect(await states()).toEqual(["REDEEMED", "ISSUED"]);
  });

  it("redeems the grant of the order's response before others of the customer", async () => {
    const incentive = await createDiscounting(fixture, client);
    const customerId = newId();
    const first = await shared(incentive, { customerId });
    const response = await answer(fixture, client, incentive, { customerId });
    await giveCode(fixture, client, (await grantOf(fixture, client, response)).row_id, "SUN");
    await place({ discountCodes: ["SUN"], customerId, formResponseId: response.rowId });
    expect([(await first()).state, (await grantOf(fixture, client, response)).state]).toEqual(["ISSUED", "REDEEMED"]);
  });
});
