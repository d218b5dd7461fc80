import { formResponseCustomerIdentified } from "@offergraph/shared/contracts/events/forms";
import { newId, nilId } from "@offergraph/shared/time/ids";
import type { ResponseEvent } from "@offergraph/testkit/responses";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { concurrentResponses, lookTogether } from "../../testing/concurrent-responses.js";
import { spendCredit, sumsOf, useEntitlement } from "../../testing/credits.js";
import type { Client } from "../../testing/fixture.js";
import {
  answer,
  createCrediting,
  createDiscounting,
  creditRule,
  entitlementRule,
  giveCode,
  grantOf,
  grantsOf,
  ledgerOf,
} from "../../testing/granting.js";
import { decide } from "../../testing/grants.js";
import { addConnection, createActive, type Incentive, labelRule, update } from "../../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../../testing/other-services.js";
import { confirmEvents } from "./confirm-claims.js";
import { claimBackfills } from "./confirm-stored.js";

let fixture: OtherServicesFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const limited = (input: object = {}) => createActive(fixture, client, { limitCount: 1, limitPeriod: "EVER", ...input });
const stateOf = async (incentive: Incentive, changes: object) =>
  (await grantOf(fixture, client, await answer(fixture, client, incentive, changes))).state;
const unresolved = async (ruleId: unknown) =>
  (
    await client.data<{ count: number }>("query ($id: UUID!) { count: get_incentive_rule_unresolved_recipient_count(ruleId: $id) }", {
      id: ruleId,
    })
  ).count;

describe("an unverified customer", () => {
  it("does not use the verified customer's limit", async () => {
    const incentive = await limited();
    const customerId = newId();
    const claim = () => ({ customerId, visitorId: newId() });
    expect(await stateOf(incentive, claim())).toBe("ISSUED");
    expect(await stateOf(incentive, { ...claim(), customerVerified: true })).toBe("ISSUED");
    expect(await stateOf(incentive, { ...claim(), customerVerified: true })).toBe("CAPPED");
    expect(await stateOf(incentive, claim())).toBe("CAPPED");
  });

  it("is limited by visitor, for any claimed customer, and by claimed customer, for any visitor", async () => {
    const incentive = await limited();
    const [visitorId, customerId] = [newId(), newId()];
    expect(await stateOf(incentive, { visitorId, customerId })).toBe("ISSUED");
    expect(await stateOf(incentive, { visitorId, customerId: newId() })).toBe("CAPPED");
    expect(await stateOf(incentive, { visitorId: newId(), customerId })).toBe("CAPPED");
    expect(await stateOf(incentive, { visitorId, customerId: newId(), customerVerified: true })).toBe("ISSUED");
  });

  it("gets at most the limit if one browser claims many customers concurrently on two replicas", async () => {
    const incentive = await limited({ limitCount: 3 });
    const visitorId = newId();
    const crowd = concurrentResponses(fixture, incentive, 24, () => ({ customerId: newId(), visitorId }));
    await lookTogether(fixture, await fixture.startReplica(), client, crowd);
    expect((await grantsOf(fixture, client)).filter(({ state }) => state === "ISSUED")).toHaveLength(3);
  });

  it("has credits and entitlements separate from the verified customer's", async () => {
    const credits = await createCrediting(fixture, client);
    const seats = await createActive(fixture, client, { rules: [entitlementRule()] });
    const customerId = newId();
    for (const customerVerified of [false, true])
      for (const incentive of [credits, seats]) await answer(fixture, client, incentive, { customerId, customerVerified });
    const sums = async (table: string, column: string) =>
      (
        await fixture.admin.query(`SELECT customer_verified, "${column}" AS sum FROM ${table} WHERE customer_id = $1 ORDER BY 1`, [
          customerId,
        ])
      ).rows;
    expect(await sums("credit_balances", "amount_minor")).toEqual([
      { customer_verified: false, sum: "500" },
      { customer_verified: true, sum: "500" },
    ]);
    expect(await sums("entitlements", "limit")).toEqual([
      { customer_verified: false, sum: "3" },
      { customer_verified: true, sum: "3" },
    ]);
    const booked = (await fixture.emitted(client.workspaceId)).filter(({ what }) => what === "credit.booked");
    expect(booked.map(({ data }) => [data.customerVerified, data.balanceMinor])).toEqual([
      [false, "500"],
      [true, "500"],
    ]);
  });
});

describe("the verification of a customer after the outcome", () => {
  const identify = (response: ResponseEvent, customerVerified = true) =>
    fixture.emitEvent(formResponseCustomerIdentified, client.workspaceId, response.rowId, {
      ...response,
      ...{ customerRef: "ann", customerVerified },
    });
  const verifiedEvents = async () => (await fixture.emitted(client.workspaceId)).filter(({ what }) => what === "grant.verified");
  const shownOf = async (customerId: string) =>
    (await client.entities("Customer", [customerId], "creditBalances { amountMinor claimedMinor } entitlements { limit claimedLimit }"))[0];
  const credit = async () => creditRule(await addConnection(fixture, client, "manual"));

  it("makes the credit and the entitlement of the response usable, once", async () => {
    const incentive = await createActive(fixture, client, { rules: [await credit(), entitlementRule()] });
    const customerId = newId();
    const response = await answer(fixture, client, incentive, { customerId });
    await identify(response, false);
    expect(await shownOf(customerId)).toEqual({
      creditBalances: [{ amountMinor: "0", claimedMinor: "500" }],
      entitlements: [{ limit: "0", claimedLimit: "3" }],
    });
    const use = { customerId, lookupKey: "seats", quantity: 3, reference: newId() };
    const spend = { customerId, amountMinor: "500", currency: "eur", reference: newId() };
    expect([(await useEntitlement(client, use)).use, (await spendCredit(client, spend)).spend]).toEqual([null, null]);
    for (const _ of [1, 2]) await identify(response);
    expect(await shownOf(customerId)).toEqual({
      creditBalances: [{ amountMinor: "500", claimedMinor: "0" }],
      entitlements: [{ limit: "3", claimedLimit: "0" }],
    });
    expect((await useEntitlement(client, use)).use).toMatchObject({ limit: "3", used: "3" });
    expect((await spendCredit(client, spend)).spend).toMatchObject({ balanceMinor: "0" });
    expect((await ledgerOf(fixture, client)).map((entry) => [entry.kind, entry.customer_verified, entry.amount_minor])).toEqual([
      [0, false, "500"],
      [0, true, "500"],
      [2, false, "-500"],
      [3, true, "-500"],
    ]);
    expect(await sumsOf(fixture, client)).toEqual({ ledger: "0", unpaired: "0", accounts: "0", balances: "0" });
    const { ledger } = await client.data<{ ledger: object }>(
      `query ($id: Ref!) { ledger: get_credit_ledger(customerId: $id, currency: "eur") { nodes { kind isSpendable balanceMinor } } }`,
      { id: customerId },
    );
    expect(ledger).toEqual({
      nodes: [
        { kind: "SPENT", isSpendable: true, balanceMinor: "0" },
        { kind: "REVERSED", isSpendable: false, balanceMinor: "500" },
        { kind: "ISSUED", isSpendable: true, balanceMinor: "500" },
        { kind: "ISSUED", isSpendable: false, balanceMinor: "0" },
      ],
    });
    expect((await verifiedEvents()).map(({ data }) => [data.kindSlug, data.state, data.customerVerified])).toEqual([
      ["billing_credit", "ISSUED", true],
      ["entitlement", "ISSUED", true],
    ]);
  });

  it("does not exceed the verified customer's limit", async () => {
    const incentive = await limited({ rules: [entitlementRule()] });
    const customerId = newId();
    const claimed = await answer(fixture, client, incentive, { customerId });
    await answer(fixture, client, incentive, { customerId, customerVerified: true });
    await identify(claimed);
    expect(await shownOf(customerId)).toMatchObject({ entitlements: [{ limit: "3", claimedLimit: "3" }] });
    expect(await verifiedEvents()).toEqual([]);
  });

  it("applies to a held grant, which is then issued to the verified customer", async () => {
    const incentive = await createActive(fixture, client, { rules: [entitlementRule()] });
    await update(client, incentive.rowId, { minTrustScore: 0.9 });
    const customerId = newId();
    const response = await answer(fixture, client, incentive, { customerId, trustScore: 0.5 });
    await identify(response);
    expect((await verifiedEvents()).map(({ data }) => data.state)).toEqual(["HELD"]);
    await decide(client, "release", (await grantOf(fixture, client, response)).row_id);
    expect(await shownOf(customerId)).toMatchObject({ entitlements: [{ limit: "3", claimedLimit: "0" }] });
  });

  it("also applies to verifications that an earlier version stored, in batches, each once", async () => {
    const incentive = await createActive(fixture, client, { rules: [await credit(), entitlementRule()] });
    const once = await limited({ rules: [entitlementRule()] });
    const customers = Array.from({ length: 5 }, newId);
    const [unverified = "", atLimit = ""] = customers;
    await answer(fixture, client, incentive, { customerId: unverified });
    await answer(fixture, client, once, { customerId: atLimit });
    await answer(fixture, client, once, { customerId: atLimit, customerVerified: true });
    for (const customerId of customers.slice(2)) await answer(fixture, client, incentive, { customerId });
    await fixture.admin.query(
      "UPDATE form_response_references SET customer_verified = true WHERE workspace_id = $1 AND customer_id <> $2",
      [client.workspaceId, unverified],
    );
    const { database } = fixture.running.parts;
    const confirm = claimBackfills(2)["claims of verified customers"];
    const runBatch = (after: string) =>
      database.transaction({ workspaceId: client.workspaceId, emits: confirmEvents }, (tx) => confirm(tx, after));
    let batches = 0;
    for (let after: string | null = nilId; after !== null; batches += 1) {
      const next = await runBatch(after);
      expect(await runBatch(after)).toBe(next);
      after = next;
    }
    expect(batches).toBe(4);
    expect(await shownOf(unverified)).toMatchObject({ entitlements: [{ limit: "0", claimedLimit: "3" }] });
    expect(await shownOf(atLimit)).toMatchObject({ entitlements: [{ limit: "3", claimedLimit: "3" }] });
    for (const customerId of customers.slice(2))
      expect(await shownOf(customerId)).toEqual({
        creditBalances: [{ amountMinor: "500", claimedMinor: "0" }],
        entitlements: [{ limit: "3", claimedLimit: "0" }],
      });
    await expect.poll(async () => (await verifiedEvents()).length, polling).toBe(6);
    expect(await sumsOf(fixture, client)).toMatchObject({ unpaired: "0", accounts: "2000", balances: "2000" });
  });

  it("is confirmed with few other claims per batch, because other transactions wait for the customers", async () => {
    const incentive = await createActive(fixture, client, { rules: [entitlementRule()] });
    const customers = Array.from({ length: 5 }, newId);
    for (const customerId of customers) await answer(fixture, client, incentive, { customerId });
    await fixture.admin.query("UPDATE form_response_references SET customer_verified = true WHERE workspace_id = $1", [client.workspaceId]);
    const confirm = claimBackfills(200, 2)["claims of verified customers"];
    const confirmed: number[] = [];
    for (let after: string | null = nilId; after !== null; ) {
      const from: string = after;
      after = await fixture.running.parts.database.transaction({ workspaceId: client.workspaceId, emits: confirmEvents }, (tx) =>
        confirm(tx, from),
      );
      const shown = await Promise.all(customers.map(shownOf));
      confirmed.push(shown.filter((one) => JSON.stringify(one).includes('"claimedLimit":"0"')).length);
    }
    expect(confirmed).toEqual([2, 4, 5]);
  });

  it("is confirmed by a job of the service if the verification is stored", async () => {
    const incentive = await createActive(fixture, client, { rules: [entitlementRule()] });
    const customerId = newId();
    const { rowId } = await answer(fixture, client, incentive, { customerId });
    await fixture.admin.query("UPDATE form_response_references SET customer_verified = true WHERE row_id = $1", [rowId]);
    const backfill = "INSERT INTO backfills (name, workspace_id) VALUES ('claims of verified customers', $1)";
    await fixture.admin.query(backfill, [client.workspaceId]);
    await expect.poll(() => shownOf(customerId), polling).toMatchObject({ entitlements: [{ limit: "3", claimedLimit: "0" }] });
  });

  it("leaves grants that have ended as they are", async () => {
    const incentive = await createActive(fixture, client, { rules: [entitlementRule({ expires_in_days: 1 })] });
    const response = await answer(fixture, client, incentive, {});
    fixture.clock.advance(2 * 86_400_000);
    await expect.poll(async () => (await grantOf(fixture, client, response)).state, polling).toBe("EXPIRED");
    await identify(response);
    expect(await grantOf(fixture, client, response)).toMatchObject({ state: "EXPIRED", customer_verified: false });
  });
});

describe("a reward for verified customers", () => {
  it("is pending until the customer is verified, then is decided as the verified customer's", async () => {
    const incentive = await limited({ requiresVerifiedCustomer: true });
    const customerId = newId();
    const response = await answer(fixture, client, incentive, { customerId });
    expect(await grantOf(fixture, client, response)).toMatchObject({ state: "PENDING", customer_id: null, customer_verified: false });
    expect(await unresolved(incentive.rules[0]?.rowId)).toBe(1);
    const identify = (customerVerified: boolean) =>
      fixture.emitEvent(formResponseCustomerIdentified, client.workspaceId, response.rowId, {
        ...response,
        ...{ customerId, customerRef: "ann", customerVerified },
      });
    await identify(false);
    expect(await grantOf(fixture, client, response)).toMatchObject({ state: "PENDING", customer_id: null });
    await identify(true);
    expect(await grantOf(fixture, client, response)).toMatchObject({ state: "ISSUED", customer_id: customerId, customer_verified: true });
    expect(await unresolved(incentive.rules[0]?.rowId)).toBe(0);
    expect(await stateOf(incentive, { customerId, customerVerified: true })).toBe("CAPPED");
  });

  it("applies to unique codes, credits, entitlements and rewards that depend on orders if the placement signs its customers, unless the incentive overrides it", async () => {
    const unique = await createDiscounting(fixture, client, {}, { delivery: "UNIQUE" });
    const credit = await createCrediting(fixture, client);
    const expected = () => ({ customerId: newId(), verificationExpected: true });
    expect(await stateOf(unique, expected())).toBe("PENDING");
    expect(await stateOf(credit, expected())).toBe("PENDING");
    expect(await stateOf(await createActive(fixture, client, { rules: [entitlementRule()] }), expected())).toBe("PENDING");
    const forNew = await createActive(fixture, client, { audience: "NEW", rules: [labelRule()] });
    const perOrder = await limited({ limitPeriod: "ORDER" });
    for (const incentive of [forNew, perOrder]) {
      expect(await stateOf(incentive, expected())).toBe("PENDING");
      expect(await stateOf(incentive, { ...expected(), customerVerified: true })).toBe("ISSUED");
    }
    expect(await stateOf(unique, { ...expected(), customerVerified: true })).toBe("ISSUING");
    expect(await stateOf(unique, { customerId: newId() })).toBe("ISSUING");
    expect(await stateOf(await limited(), expected())).toBe("ISSUED");
    await update(client, unique.rowId, { requiresVerifiedCustomer: false });
    expect(await stateOf(unique, expected())).toBe("ISSUING");
    expect((await update(client, unique.rowId, { requiresVerifiedCustomer: null })).requiresVerifiedCustomer).toBeNull();
    expect(await stateOf(unique, expected())).toBe("PENDING");
  });
});

describe("an anonymous visitor", () => {
  const nobody = { customerId: null, customerRef: null };

  it("gets a shared code of an incentive without a limit", async () => {
    const response = await answer(fixture, client, await createDiscounting(fixture, client), nobody);
    const { row_id } = await grantOf(fixture, client, response);
    await giveCode(fixture, client, row_id, "SUMMER");
    expect(await grantOf(fixture, client, response)).toMatchObject({ state: "ISSUED", customer_id: null, code: "SUMMER" });
    const issued = (await fixture.emitted(client.workspaceId)).find(({ what }) => what === "grant.issued");
    expect(issued?.data).toMatchObject({ customerId: null, customerVerified: false });
  });

  it("waits for the customer if there is a limit, an audience, a unique code, or a verification requirement", async () => {
    const incentives = [
      await createDiscounting(fixture, client, { limitCount: 1, limitPeriod: "DAY" }),
      await createDiscounting(fixture, client, { audience: "NEW" }),
      await createDiscounting(fixture, client, {}, { delivery: "UNIQUE" }),
      await createDiscounting(fixture, client, {}, { delivery: "POOL" }),
      await createDiscounting(fixture, client, { requiresVerifiedCustomer: true }),
      await createActive(fixture, client, { rules: [labelRule()] }),
    ];
    for (const incentive of incentives) expect(await stateOf(incentive, nobody)).toBe("PENDING");
  });
});
