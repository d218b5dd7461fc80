import { formResponseCompleted } from "@offergraph/shared/contracts/events/forms";
import { orderAttributed, orderPlaced } from "@offergraph/shared/contracts/events/orders";
import { newId } from "@offergraph/shared/time/ids";
import { type OrderEvent as Order, orderOf } from "@offergraph/testkit/orders";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { Client } from "../../testing/fixture.js";
import {
  answer,
  answerOf,
  createDiscounting,
  creditRule,
  discountRule,
  entitlementRule,
  giveCode,
  grantsOf,
  ledgerOf,
} from "../../testing/granting.js";
import { addConnection, addDiscountCode, createActive } from "../../testing/incentives.js";
import * as orders from "../../testing/orders.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../../testing/other-services.js";

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

describe("a credit or entitlement", () => {
  const rewarding = async () =>
    createActive(fixture, client, { rules: [creditRule(await addConnection(fixture, client)), entitlementRule()] });

  it.each([
    ["refunded", refund],
    ["cancelled", cancel],
  ] as const)("is taken back once if its response's order is %s", async (_what, undo) => {
    const incentive = await rewarding();
    const response = await answer(fixture, client, incentive);
    const order = await place({ formResponseId: response.rowId });
    expect((await grantsOf(fixture, client)).map(({ state }) => state)).toEqual(["ISSUED", "ISSUED"]);
    await undo(order);
    await cancel(order);
    expect(await grantsOf(fixture, client)).toMatchObject([
      { state: "REVERSED", order_id: order.rowId },
      { state: "REVERSED", order_id: order.rowId },
    ]);
    expect((await ledgerOf(fixture, client)).map(({ kind, amount_minor }) => [kind, amount_minor])).toEqual([
      [0, "500"],
      [2, "-500"],
    ]);
    expect(await rowsOf("credit_balances")).toMatchObject([{ amount_minor: "0" }]);
    expect(await rowsOf("entitlements")).toMatchObject([{ limit: "0" }]);
    expect(await rowsOf("due_grants")).toEqual([]);
  });

  it("stays if an order of another response is refunded, even of the same customer", async () => {
    const incentive = await rewarding();
    const { customerId } = await answer(fixture, client, incentive);
    await refund(await place({ customerId, formResponseId: newId() }));
    expect((await grantsOf(fixture, client)).map(({ state }) => state)).toEqual(["ISSUED", "ISSUED"]);
  });
});

describe("a response's rewards in addition to its code", () => {
  const rewarding = async () => {
    const rules = [
      creditRule(await addConnection(fixture, client)),
      discountRule(await addDiscountCode(fixture, client), { delivery: "UNIQUE" }),
    ];
    const response = await answer(fixture, client, await createActive(fixture, client, { rules }));
    const [credit, discount] = await grantsOf(fixture, client);
    await giveCode(fixture, client, discount?.row_id ?? "", "THX");
    const states = async () => (await grantsOf(fixture, client)).map(({ state }) => state);
    return { response, credit, states, led: { customerId: response.customerId, formResponseId: response.rowId } };
  };

  it("stay for test orders, another customer's orders, and orders from before the outcome", async () => {
    const { states, led } = await rewarding();
    await cancel(await place({ ...led, isReal: false }));
    await cancel(await place({ ...led, customerId: newId() }));
    await cancel(await place({ ...led, placedAt: timeIn(-1) }));
    expect(await states()).toEqual(["ISSUED", "ISSUED"]);
    await cancel(await place({ ...led, customerId: null }));
    expect(await states()).toEqual(["REVERSED", "ISSUED"]);
  });

  it("are taken back finally when all of its orders are reversed, including those with its code", async () => {
    const { states, led } = await rewarding();
    const [first, coded, last] = [await place(led), await place({ discountCodes: ["thx"] }), await place(led)];
    await cancel(first);
    await refund(coded);
    expect(await states()).toEqual(["ISSUED", "REVERSED"]);
    await cancel(last);
    expect(await states()).toEqual(["REVERSED", "REVERSED"]);
    await place(led);
    await fixture.emitEvent(orderAttributed, client.workspaceId, last.rowId, last);
    expect(await states()).toEqual(["REVERSED", "REVERSED"]);
    expect(await ledgerOf(fixture, client)).toHaveLength(2);
  });

  it("are taken back if the last remaining order becomes a test or another response's", async () => {
    for (const change of [{ isReal: false }, { formResponseId: newId() }]) {
      client = fixture.client();
      const { states, led } = await rewarding();
      const [first, standing] = [await place(led), await place(led)];
      await cancel(first);
      expect(await states()).toEqual(["ISSUED", "ISSUED"]);
      await fixture.emitEvent(orderAttributed, client.workspaceId, standing.rowId, { ...standing, ...change });
      expect(await states()).toEqual(["REVERSED", "ISSUED"]);
    }
  });

  it("are taken back once if all of its orders are cancelled concurrently", async () => {
    const { states, led } = await rewarding();
    const orders = await Promise.all(Array.from({ length: 8 }, () => place(led)));
    await Promise.all(orders.map(cancel));
    expect(await states()).toEqual(["REVERSED", "ISSUED"]);
    expect(await ledgerOf(fixture, client)).toHaveLength(2);
  });
});

/** Returns all merges of two sequences. Each merge keeps the order of both sequences. */
function interleavings<Step>([one, ...ones]: Step[], [other, ...others]: Step[]): Step[][] {
  if (one === undefined || other === undefined)
    return [[...(one === undefined ? [] : [one, ...ones]), ...(other === undefined ? [] : [other, ...others])]];
  return [
    ...interleavings(ones, [other, ...others]).map((rest) => [one, ...rest]),
    ...interleavings([one, ...ones], others).map((rest) => [other, ...rest]),
  ];
}

describe("for any order of arrival", () => {
  const orderings = interleavings(["completed", "given"], ["placed", "refunded"]);
  it.each(orderings.map((steps) => [steps.join(", "), steps] as const))("a grant ends in the same way: %s", async (_what, steps) => {
    const incentive = await createDiscounting(fixture, client, {}, { delivery: "UNIQUE" });
    const crediting = await createActive(fixture, client, {
      formId: incentive.formId,
      rules: [creditRule(await addConnection(fixture, client))],
    });
    const response = answerOf(fixture, incentive);
    const order = orderOf({ placedAt: timeIn(1_000), discountCodes: ["thx"], formResponseId: response.rowId });
    const take: Record<string, () => Promise<unknown>> = {
      completed: () => fixture.emitEvent(formResponseCompleted, client.workspaceId, response.rowId, response),
      given: async () => giveCode(fixture, client, (await grantsOf(fixture, client)).find(({ kind }) => kind === 0)?.row_id ?? "", "THX"),
      placed: () => fixture.emitEvent(orderPlaced, client.workspaceId, order.rowId, order),
      refunded: () => refund(order),
    };
    for (const step of steps) await take[step]?.();
    const grants = await grantsOf(fixture, client);
    expect(grants.map(({ incentive_id }) => incentive_id)).toEqual([incentive.rowId, crediting.rowId]);
    for (const grant of grants) expect(grant).toMatchObject({ state: "REVERSED", order_id: order.rowId });
    expect(await rowsOf("credit_balances")).toMatchObject([{ amount_minor: "0" }]);
  });
});
