import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { addGrant, createGranting, grantFields } from "../testing/grants.js";
import { addForm, create } from "../testing/incentives.js";

let fixture: Fixture;
let mine: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  mine = fixture.client();
});

describe("a grant", () => {
  it("returns all fields", async () => {
    const incentive = await createGranting(mine);
    const [formResponseId, customerId, discountCodeId] = [newId(), newId(), newId()];
    const at = "2026-06-01T10:00:00.001Z";
    const rowId = await addGrant(fixture, mine, incentive, "FAILED", {
      form_response_id: formResponseId,
      customer_id: customerId,
      kind: 1,
      tier: 0,
      trust_score: 0.25,
      issued_at: at,
      expires_at: at,
      decision: 0,
      decided_at: at,
      failure_reason: "POOL_EMPTY",
      code: "Sun",
      code_key: "sun",
      discount_code_id: discountCodeId,
      amount_minor: "9223372036854775807",
      currency: "eur",
      lookup_key: "seats",
      entitlement_limit: 1_000_000,
      fields: { vip: true, none: null },
      public_label: "Thanks",
    });
    const now = fixture.clock.now().toISOString();
    expect(await mine.entities("Grant", [rowId], grantFields)).toEqual([
      {
        rowId,
        workspaceId: mine.workspaceId,
        createdAt: now,
        updatedAt: now,
        incentiveId: incentive.rowId,
        incentive: { rowId: incentive.rowId },
        ruleId: incentive.rules[0]?.rowId,
        formResponseId,
        formResponse: { rowId: formResponseId },
        customerId,
        customerVerified: false,
        kindSlug: "billing_credit",
        state: "FAILED",
        tier: "quick",
        trustScore: 0.25,
        issuedAt: at,
        expiresAt: at,
        decidedAt: at,
        failureReason: "POOL_EMPTY",
        code: "Sun",
        discountCodeId,
        discountCode: { rowId: discountCodeId },
        amountMinor: "9223372036854775807",
        currency: "eur",
        lookupKey: "seats",
        entitlementLimit: 1_000_000,
        fields: { vip: true, none: null },
        publicLabel: "Thanks",
      },
    ]);
  });
});

describe("an entity of incentives", () => {
  it("is found only in its own workspace", async () => {
    const incentive = await createGranting(mine);
    const grantId = await addGrant(fixture, mine, incentive);
    for (const [type, id] of [
      ["Incentive", incentive.rowId],
      ["Grant", grantId],
    ] as const) {
      expect(await mine.entities(type, [id, newId()], "rowId")).toEqual([{ rowId: id }, null]);
      expect(await fixture.client().entities(type, [id], "rowId")).toEqual([null]);
    }
  });
});

describe("records of other services' entities", () => {
  it("are a form's incentives, newest first, without other workspaces'", async () => {
    const formId = await addForm(fixture, mine);
    const older = await create(mine, { formId });
    fixture.clock.advance(1);
    const newer = await create(mine, { formId });
    expect(await mine.entities("Form", [formId, newId()], "incentives { rowId }")).toEqual([
      { incentives: [{ rowId: newer.rowId }, { rowId: older.rowId }] },
      { incentives: [] },
    ]);
    expect(await fixture.client().entities("Form", [formId], "incentives { rowId }")).toEqual([{ incentives: [] }]);
  });

  it.each([
    ["FormResponse", "form_response_id"],
    ["Order", "order_id"],
  ])("are the grants of one %s, oldest first, without other workspaces'", async (type, column) => {
    const id = newId();
    const grants: string[] = [];
    for (let index = 0; index < 2; index += 1) {
      grants.push(await addGrant(fixture, mine, await createGranting(mine), "ISSUED", { [column]: id }));
      fixture.clock.advance(1);
    }
    await addGrant(fixture, mine, await createGranting(mine), "ISSUED");
    const all = grants.map((rowId) => ({ rowId }));
    expect(await mine.entities(type, [id, newId(), id.toUpperCase()], "grants { rowId }")).toEqual([
      { grants: all },
      { grants: [] },
      { grants: all },
    ]);
    expect(await fixture.client().entities(type, [id], "grants { rowId }")).toEqual([{ grants: [] }]);
  });
});

describe("the grants of an incentive", () => {
  const query = `query ($id: UUID!, $after: Cursor) { one: get_incentive(id: $id) {
    grants(first: 2, after: $after) { nodes { rowId } pageInfo { hasNextPage endCursor } totalCount } } }`;
  interface Answer {
    one: { grants: { nodes: { rowId: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string }; totalCount: number } };
  }

  it("are paged, newest first; a cursor is valid only for its incentive", async () => {
    const [incentive, other] = [await createGranting(mine), await createGranting(mine)];
    const made: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      made.unshift(await addGrant(fixture, mine, incentive));
      fixture.clock.advance(1);
    }
    await addGrant(fixture, mine, other);
    const first = (await mine.data<Answer>(query, { id: incentive.rowId })).one.grants;
    const after = first.pageInfo.endCursor;
    const second = (await mine.data<Answer>(query, { id: incentive.rowId, after })).one.grants;
    expect([...first.nodes, ...second.nodes].map(({ rowId }) => rowId)).toEqual(made);
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage, first.totalCount]).toEqual([true, false, 3]);
    const answer = await mine.call(query, { id: other.rowId, after });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
  });
});
