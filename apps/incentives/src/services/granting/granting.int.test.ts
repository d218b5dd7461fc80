import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import {
  answer,
  answerOf,
  createDiscounting,
  creditRule,
  entitlementRule,
  giveCode,
  grantOf,
  grantsOf,
  leave,
} from "../../testing/granting.js";
import { addConnection, createActive, labelRule, mutate, update } from "../../testing/incentives.js";
import { type OthersWorld, startOthersWorld } from "../../testing/others.js";
import type { Client } from "../../testing/world.js";

const dayMs = 86_400_000;
let world: OthersWorld;
let client: Client;
beforeAll(async () => {
  world = await startOthersWorld(inject("adminUrl"));
});
afterAll(() => world?.stop());
beforeEach(() => {
  client = world.client();
  world.clock.advance(60_000);
});

const told = async () => (await world.told(client.workspaceId)).filter(({ what }) => !what.startsWith("incentive."));
const rowsOf = async (table: string) =>
  (await world.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [client.workspaceId])).rows;

describe("a response that earns a reward", () => {
  it("of a discount code requests it from discounts and stores the response", async () => {
    const incentive = await createDiscounting(
      world,
      client,
      { tier: "enhanced" },
      { delivery: "UNIQUE", prefix: "THX", expires_in_days: 7 },
    );
    const response = await answer(world, client, incentive);
    const grant = await grantOf(world, client, response);
    expect(grant).toMatchObject({ state: "ISSUING", customer_id: response.customerId, tier: 1, trust_score: 1 });
    const expiresAt = new Date(world.clock.now().getTime() + 7 * dayMs).toISOString();
    const rule = incentive.rules[0];
    expect(await told()).toEqual([
      {
        what: "grant.requested",
        recordId: grant.row_id,
        data: { rowId: grant.row_id, discountCodeId: rule?.discountCodeId, delivery: "UNIQUE", prefix: "THX", expiresAt },
      },
      {
        what: "response.handled",
        recordId: response.rowId,
        data: {
          formResponseId: response.rowId,
          outcome: "COMPLETE",
          grants: [expect.objectContaining({ rowId: grant.row_id, state: "ISSUING" })],
        },
      },
    ]);
    world.clock.advance(1_000);
    const now = world.clock.now();
    await giveCode(world, client, grant.row_id, "THXABCDEFGHIJ");
    expect(await grantOf(world, client, response)).toMatchObject({
      state: "ISSUED",
      code: "THXABCDEFGHIJ",
      code_key: "thxabcdefghij",
      issued_at: now,
      expires_at: new Date(now.getTime() + 7 * dayMs),
    });
    expect((await told()).at(-1)).toMatchObject({
      what: "grant.issued",
      data: { state: "ISSUED", code: "THXABCDEFGHIJ", customerId: response.customerId },
    });
  });

  it("of a credit, an entitlement or a label is issued at once; the credit is booked and its event emitted", async () => {
    const connectionId = await addConnection(world, client);
    const incentive = await createActive(world, client, {
      rules: [creditRule(connectionId), entitlementRule(), labelRule("COMPLETE", "VIP")],
    });
    const customerId = newId();
    const response = await answer(world, client, incentive, { customerId });
    const grants = await grantsOf(world, client, response.rowId);
    const [credit] = grants;
    expect(grants).toMatchObject([
      { state: "ISSUED", amount_minor: "500", currency: "eur", expires_at: new Date(world.clock.now().getTime() + 30 * dayMs) },
      { state: "ISSUED", lookup_key: "seats", entitlement_limit: 3, expires_at: null },
      { state: "ISSUED", fields: { vip: true }, public_label: "VIP", expires_at: null },
    ]);
    await answer(world, client, incentive, { customerId });
    expect(await rowsOf("credit_ledger")).toMatchObject([
      { grant_id: credit?.row_id, kind: 0, amount_minor: "500" },
      { kind: 0, amount_minor: "500" },
    ]);
    expect(await rowsOf("credit_balances")).toMatchObject([
      { customer_id: customerId, connection_id: connectionId, currency: "eur", amount_minor: "1000" },
    ]);
    expect(await rowsOf("entitlements")).toMatchObject([{ customer_id: customerId, lookup_key: "seats", limit: "6" }]);
    const booked = (await told()).filter(({ what }) => what === "credit.booked");
    expect(booked.map(({ data }) => [data.kind, data.amountMinor, data.balanceMinor])).toEqual([
      ["ISSUED", "500", "500"],
      ["ISSUED", "500", "1000"],
    ]);
  });

  it("gets nothing from rules of another outcome, another form or an inactive incentive", async () => {
    const incentive = await createActive(world, client, { rules: [labelRule("SKIPPED")] });
    const { formId } = incentive;
    await createActive(world, client);
    const paused = await createActive(world, client, { formId });
    await update(client, paused.rowId, { status: "PAUSED" });
    const draft = await mutate(client, "create_incentive", { name: "draft", formId, rules: [labelRule()] });
    expect(draft.incentive?.status).toBe("DRAFT");
    world.clock.advance(1);
    const response = await answer(world, client, incentive);
    expect(await grantsOf(world, client)).toEqual([]);
    expect((await told()).at(-1)).toEqual({
      what: "response.handled",
      recordId: response.rowId,
      data: { formResponseId: response.rowId, outcome: "COMPLETE", grants: [] },
    });
    await answer(world, client, incentive, { status: "SKIPPED" });
    expect(await grantsOf(world, client)).toMatchObject([{ state: "ISSUED" }]);
  });

  it("gets one grant of each current rule, and none of replaced rules", async () => {
    const incentive = await createActive(world, client);
    await mutate(client, "replace_incentive_rules", {
      incentiveId: incentive.rowId,
      rules: [labelRule("COMPLETE", "A"), labelRule("COMPLETE", "B")],
    });
    const response = await answer(world, client, incentive);
    expect((await grantsOf(world, client, response.rowId)).map(({ public_label }) => public_label)).toEqual(["A", "B"]);
  });

  it("that was abandoned and completed later gets the rewards of both outcomes, once", async () => {
    const incentive = await createActive(world, client, { rules: [labelRule("COMPLETE", "done"), labelRule("INCOMPLETE", "come back")] });
    const response = answerOf(world, incentive, { customerId: null, customerRef: null });
    await leave(world, client, response);
    expect(await grantsOf(world, client)).toMatchObject([{ state: "PENDING", public_label: "come back" }]);
    const customerId = newId();
    await leave(world, client, { ...response, customerId, customerRef: "ann" });
    expect(await grantsOf(world, client)).toMatchObject([{ state: "ISSUED", customer_id: customerId }]);
    world.clock.advance(1_000);
    await answer(world, client, incentive, { ...response, completedAt: world.clock.now().toISOString() });
    expect(await grantsOf(world, client)).toMatchObject([
      { public_label: "come back", customer_id: customerId },
      { public_label: "done", state: "ISSUED", customer_id: customerId },
    ]);
  });
});
