import { newId } from "@offergraph/shared/time/ids";
import { testAuditedTables } from "@offergraph/testkit/audited-tables";
import { testRowSecurity } from "@offergraph/testkit/row-security";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { audit } from "../audit.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { addGrant, createGranting } from "../testing/grants.js";
import type { Incentive } from "../testing/incentives.js";

let fixture: Fixture;
let owner: Client;
let incentive: Incentive;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  owner = fixture.client();
  incentive = await createGranting(owner);
});
afterAll(() => fixture?.stop());

testAuditedTables(() => fixture, audit);
testRowSecurity({
  fixture: () => fixture,
  rows: {
    incentives: { min_trust_score: 0.4 },
    incentive_rules: { discount_code_id: newId() },
    credit_ledger: { amount_minor: 5, currency: "eur" },
    credit_spends: { amount_minor: 5 },
    entitlement_uses: { quantity: 1, limit: 1, used: 1 },
  },
  appendOnly: ["credit_ledger"],
});

describe("the ledger", () => {
  it.each(["UPDATE credit_ledger SET amount_minor = 6", "DELETE FROM credit_ledger", "TRUNCATE credit_ledger"])(
    "refuses %s",
    async (text) => {
      await expect(fixture.admin.query(text)).rejects.toThrow("append-only");
    },
  );

  it("accepts one entry of each kind per grant, with the sign of that kind only", async () => {
    const grantId = await addGrant(fixture, owner, incentive, "ISSUED");
    const book = (kind: number, amount: number) =>
      fixture.admin.query("INSERT INTO credit_ledger VALUES ($1, $2, now(), $3, $1, $1, $4, $5, 'eur')", [
        newId(),
        owner.workspaceId,
        grantId,
        kind,
        amount,
      ]);
    await book(0, 5);
    await expect(book(0, 5)).rejects.toThrow(/unique/);
    await expect(book(1, 5)).rejects.toThrow(/check constraint/);
    await book(2, -5);
    const { rows } = await fixture.admin.query("SELECT account, amount_minor FROM credit_ledger WHERE grant_id = $1 ORDER BY sequence", [
      grantId,
    ]);
    expect(rows.map(({ account, amount_minor }) => [account, amount_minor])).toEqual([
      [0, "5"],
      [1, "-5"],
      [0, "-5"],
      [3, "5"],
    ]);
  });
});

describe("the constraints of the tables", () => {
  it("allow one grant of a rule for a response", async () => {
    const form_response_id = newId();
    await addGrant(fixture, owner, incentive, "HELD", { form_response_id });
    await expect(addGrant(fixture, owner, incentive, "HELD", { form_response_id })).rejects.toThrow(/unique/);
  });

  it.each([
    ["issued to nobody", "ISSUED", { customer_id: null }],
    ["held after a decision", "HELD", { decision: 0, decided_at: "2026-06-01T12:00:00Z" }],
    ["declined without a decision", "DECLINED", { decision: null, decided_at: null }],
    ["trusted more than wholly", "HELD", { trust_score: 1.1 }],
    ["in a state beyond the last", "HELD", { state: 10 }],
  ] as const)("reject a grant that is %s", async (_what, state, columns) => {
    await expect(addGrant(fixture, owner, incentive, state, columns)).rejects.toThrow(/check constraint/);
  });

  it.each(["status = 1", "limit_count = 1", "limit_count = 101, limit_period = 0", "min_trust_score = 0.39", "tier = 2"])(
    "reject an incentive without a form with %s",
    async (change) => {
      const text = `UPDATE incentives SET ${change} WHERE row_id = '${incentive.rowId}'`;
      await expect(fixture.admin.query(text)).rejects.toThrow(/check constraint/);
    },
  );

  it("reject a grant of another workspace's incentive", async () => {
    await expect(addGrant(fixture, fixture.client(), incentive)).rejects.toThrow(/foreign key/);
  });
});
