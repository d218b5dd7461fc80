import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { Client } from "../../testing/fixture.js";
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
  ledgerOf,
} from "../../testing/granting.js";
import { addConnection, createActive, labelRule, mutate, update } from "../../testing/incentives.js";
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
const rowsOf = async (table: string) =>
  (await fixture.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [client.workspaceId])).rows;

describe("a response that earns a reward", () => {
  it("of a discount code requests it from discounts and stores the response", async () => {
    const incentive = await createDiscounting(
      fixture,
      client,
      { tier: "enhanced" },
      { delivery: "UNIQUE", prefix: "THX", expires_in_days: 7 },
    );
    const response = await answer(fixture, client, incentive);
    const grant = await grantOf(fixture, client, response);
    expect(grant).toMatchObject({ state: "ISSUING", customer_id: response.customerId, tier: 1, trust_score: 1 });
    const expiresAt = new Date(fixture.clock.now().getTime() + 7 * dayMs).toISOString();
    const rule = incentive.rules[0];
    expect(await emitted()).toEqual([
      {
        what: "grant.requested",
        recordId: grant.row_id,
        data: {
          ...{ rowId: grant.row_id, discountCodeId: rule?.discountCodeId, delivery: "UNIQUE", prefix: "THX", expiresAt },
          customerId: response.customerId,
        },
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
    fixture.clock.advance(1_000);
    const now = fixture.clock.now();
    await giveCode(fixture, client, grant.row_id, "THXABCDEFGHIJ");
    expect(await grantOf(fixture, client, response)).toMatchObject({
      state: "ISSUED",
      code: "THXABCDEFGHIJ",
      code_key: "thxabcdefghij",
      issued_at: now,
      expires_at: new Date(now.getTime() + 7 * dayMs),
    });
    expect((await emitted()).at(-1)).toMatchObject({
      what: "grant.issued",
      data: { state: "ISSUED", code: "THXABCDEFGHIJ", customerId: response.customerId },
    });
  });

  it("of a credit, an entitlement or a label is issued at once; the credit is booked and its event emitted", async () => {
    const connectionId = await addConnection(fixture, client);
    const incentive = await createActive(fixture, client, {
      rules: [creditRule(connectionId), entitlementRule(), labelRule("COMPLETE", "VIP")],
    });
    const customerId = newId();
    const response = await answer(fixture, client, incentive, { customerId });
    const grants = await grantsOf(fixture, client, response.rowId);
    const [credit] = grants;
    expect(grants).toMatchObject([
      { state: "ISSUED", amount_minor: "500", currency: "eur", expires_at: new Date(fixture.clock.now().getTime() + 30 * dayMs) },
      { state: "ISSUED", lookup_key: "seats", entitlement_limit: 3, expires_at: null },
      { state: "ISSUED", fields: { vip: true }, public_label: "VIP", expires_at: null },
    ]);
    await answer(fixture, client, incentive, { customerId });
    expect(await ledgerOf(fixture, client)).toMatchObject([
      { grant_id: credit?.row_id, kind: 0, amount_minor: "500" },
      { kind: 0, amount_minor: "500" },
    ]);
    expect(await rowsOf("credit_balances")).toMatchObject([
      { customer_id: customerId, connection_id: connectionId, currency: "eur", amount_minor: "1000" },
    ]);
    expect(await rowsOf("entitlements")).toMatchObject([{ customer_id: customerId, lookup_key: "seats", limit: "6" }]);
    const booked = (await emitted()).filter(({ what }) => what === "credit.booked");
    expect(booked.map(({ data }) => [data.kind, data.amountMinor, data.balanceMinor])).toEqual([
      ["ISSUED", "500", "500"],
      ["ISSUED", "500", "1000"],
    ]);
  });

  it("gets nothing from rules of another outcome, another form or an inactive incentive", async () => {
    const incentive = await createActive(fixture, client, { rules: [labelRule("SKIPPED")] });
    const { formId } = incentive;
    await createActive(fixture, client);
    const paused = await createActive(fixture, client, { formId });
    await update(client, paused.rowId, { status: "PAUSED" });
    const draft = await mutate(client, "create_incentive", { name: "draft", formId, rules: [labelRule()] });
    expect(draft.incentive?.status).toBe("DRAFT");
    fixture.clock.advance(1);
    const response = await answer(fixture, client, incentive);
    expect(await grantsOf(fixture, client)).toEqual([]);
    expect((await emitted()).at(-1)).toEqual({
      what: "response.handled",
      recordId: response.rowId,
      data: { formResponseId: response.rowId, outcome: "COMPLETE", grants: [] },
    });
    await answer(fixture, client, incentive, { status: "SKIPPED" });
    expect(await grantsOf(fixture, client)).toMatchObject([{ state: "ISSUED" }]);
  });

  it("gets one grant of each current rule, and none of replaced rules", async () => {
    const incentive = await createActive(fixture, client);
    await mutate(client, "replace_incentive_rules", {
      incentiveId: incentive.rowId,
      rules: [labelRule("COMPLETE", "A"), labelRule("COMPLETE", "B")],
    });
    const response = await answer(fixture, client, incentive);
    expect((await grantsOf(fixture, client, response.rowId)).map(({ public_label }) => public_label)).toEqual(["A", "B"]);
  });

  it("that was abandoned and completed later gets the rewards of both outcomes, once", async () => {
    const incentive = await createActive(fixture, client, { rules: [labelRule("COMPLETE", "done"), labelRule("INCOMPLETE", "come back")] });
    const response = answerOf(fixture, incentive, { customerId: null, customerRef: null });
    await leave(fixture, client, response);
    expect(await grantsOf(fixture, client)).toMatchObject([{ state: "PENDING", public_label: "come back" }]);
    const customerId = newId();
    await leave(fixture, client, { ...response, customerId, customerRef: "ann" });
    expect(await grantsOf(fixture, client)).toMatchObject([{ state: "ISSUED", customer_id: customerId }]);
    fixture.clock.advance(1_000);
    await answer(fixture, client, incentive, { ...response, completedAt: fixture.clock.now().toISOString() });
    expect(await grantsOf(fixture, client)).toMatchObject([
      { public_label: "come back", customer_id: customerId },
      { public_label: "done", state: "ISSUED", customer_id: customerId },
    ]);
  });
});
