import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createCredit, createEntitlement, grantTo, rewriteLedger, spendCredit, useEntitlement } from "../../testing/credits.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";

let fixture: Fixture;
let client: Client;
let customerId: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  customerId = customerIdOf(client.workspaceId, "ann");
  const earn = async (amount: number, provider: "http" | "manual" = "manual", isVerified = true) => {
    await grantTo(fixture, client, await createCredit(fixture, client, amount, provider), customerId, isVerified);
    fixture.clock.advance(1_000);
  };
  await earn(300);
  await earn(200, "manual", false);
  await earn(100, "http");
  await earn(80);
  await spendCredit(client, { customerId, amountMinor: "350", currency: "eur", reference: "order-1", note: "Coffee" });
});

const query = `query ($customerId: Ref!, $currency: String!, $filter: CreditLedgerFilter, $first: Int, $after: Cursor, $last: Int, $before: Cursor) {
  page: get_credit_ledger(customerId: $customerId, currency: $currency, filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    nodes { rowId createdAt kind amountMinor currency balanceMinor isSpendable grantId grant { rowId amountMinor } connectionId customerVerified
      spend { reference note amountMinor balanceMinor } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount } }`;
interface Page {
  nodes: { kind: string; amountMinor: string; balanceMinor: string; [field: string]: unknown }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
  totalCount: number;
}
const read = async (given: object = {}, by = client) =>
  (await by.data<{ page: Page }>(query, { customerId: "ann", currency: "EUR", ...given })).page;
const brief = (page: Page) => page.nodes.map(({ kind, amountMinor, balanceMinor }) => `${kind} ${amountMinor} ${balanceMinor}`);
const all = ["SPENT -50 30", "SPENT -300 80", "ISSUED 80 380", "ISSUED 100 300", "ISSUED 200 300", "ISSUED 300 300"];

describe("get_credit_ledger", () => {
  it("returns the entries of all credits, newest first, with the balance that can be spent after each", async () => {
    const page = await read();
    expect(brief(page)).toEqual(all);
    expect(page.totalCount).toBe(6);
    const others = page.nodes.filter(({ isSpendable }) => !isSpendable);
    expect(others).toMatchObject([
      { amountMinor: "100", customerVerified: true },
      { amountMinor: "200", customerVerified: false },
    ]);
    expect(page.nodes[0]).toMatchObject({
      ...{ currency: "eur", customerVerified: true, grant: { rowId: page.nodes[0]?.grantId, amountMinor: "80" } },
      spend: { reference: "order-1", note: "Coffee", amountMinor: "350", balanceMinor: "30" },
    });
    expect(page.nodes[5]).toMatchObject({ customerVerified: true, spend: null });
    expect(await read({ customerId })).toEqual(page);
  });

  it("pages in both directions and keeps the balances", async () => {
    const first = await read({ first: 4 });
    const second = await read({ first: 4, after: first.pageInfo.endCursor });
    expect([...brief(first), ...brief(second)]).toEqual(all);
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(brief(await read({ last: 2, before: second.pageInfo.startCursor }))).toEqual(all.slice(2, 4));
  });

  it("lists entries from before the double entry in the order of their times", async () => {
    const { nodes } = await read();
    const [first, last] = [nodes[5], nodes[2]];
    const update = `UPDATE credit_ledger SET sequence = 0, created_at = '2026-01-01' WHERE row_id IN ('${first?.rowId}', '${last?.rowId}')`;
    await rewriteLedger(fixture, update);
    const page = await read();
    expect(page.nodes.map(({ balanceMinor }) => balanceMinor).slice(0, 2)).toEqual(["30", "80"]);
    const ids = page.nodes.map(({ rowId }) => rowId);
    expect(ids.slice(4)).toEqual([first?.rowId, last?.rowId].sort().reverse());
    const pages = [await read({ first: 3 })];
    pages.push(await read({ first: 3, after: pages[0]?.pageInfo.endCursor }));
    expect(pages.flatMap(({ nodes }) => nodes.map(({ rowId }) => rowId))).toEqual(ids);
  });

  it("filters by kind, grant, time and reference without changing the balances", async () => {
    const { nodes } = await read();
    expect(brief(await read({ filter: { kind: { equalTo: "ISSUED" } } }))).toEqual(all.slice(2));
    expect(brief(await read({ filter: { grantId: { equalTo: nodes[5]?.grantId } } }))).toEqual([all[1], all[5]]);
    expect(brief(await read({ filter: { createdAt: { lessThan: nodes[4]?.createdAt } } }))).toEqual([all[5]]);
    expect(brief(await read({ filter: { reference: { equalTo: "order-1" }, not: { grantId: { equalTo: nodes[0]?.grantId } } } }))).toEqual([
      all[1],
    ]);
  });

  it("returns the entries of a customer whose reference is a UUID", async () => {
    const ref = newId();
    await grantTo(fixture, client, await createCredit(fixture, client, 40), customerIdOf(client.workspaceId, ref));
    for (const asked of [ref, ref.toUpperCase(), { name: ref }]) expect(brief(await read({ customerId: asked }))).toEqual(["ISSUED 40 40"]);
  });

  it("is empty in another workspace, currency or for another customer", async () => {
    expect((await read({ customerId }, fixture.client())).nodes).toEqual([]);
    expect((await read({ currency: "usd" })).nodes).toEqual([]);
    expect((await read({ customerId: newId() })).nodes).toEqual([]);
  });
});

describe("a customer", () => {
  const selection = `rowId grants(first: 1) { nodes { kindSlug customer { rowId } } pageInfo { hasNextPage } totalCount }
    creditBalances { currency amountMinor claimedMinor storeMinor } entitlements { lookupKey limit used remaining claimedLimit expiresAt }`;

  it("has grants, balances by currency and entitlements, in the own workspace only", async () => {
    await grantTo(fixture, client, await createEntitlement(fixture, client, 3, { expires_in_days: 2 }), customerId);
    const end = new Date(fixture.clock.now().getTime() + 2 * 86_400_000).toISOString();
    fixture.clock.advance(1_000);
    await grantTo(fixture, client, await createEntitlement(fixture, client, 4, { lookup_key: "seats" }), customerId, false);
    await useEntitlement(client, { customerId: "ann", lookupKey: "seats", quantity: 2, reference: "a" });
    const mine = {
      rowId: customerId,
      grants: { nodes: [{ kindSlug: "entitlement", customer: { rowId: customerId } }], pageInfo: { hasNextPage: true }, totalCount: 6 },
      creditBalances: [{ currency: "eur", amountMinor: "30", claimedMinor: "200", storeMinor: "100" }],
      entitlements: [{ lookupKey: "seats", limit: "3", used: "2", remaining: "1", claimedLimit: "4", expiresAt: end }],
    };
    const nobody = { creditBalances: [], entitlements: [] };
    expect(await client.entities("Customer", [customerId.toUpperCase(), newId()], selection)).toMatchObject([mine, nobody]);
    expect(await fixture.client().entities("Customer", [customerId], selection)).toMatchObject([
      { ...nobody, grants: { nodes: [], totalCount: 0 } },
    ]);
    fixture.clock.advance(2 * 86_400_000);
    expect(await client.entities("Customer", [customerId], "creditBalances { amountMinor claimedMinor storeMinor }")).toEqual([
      { creditBalances: [{ amountMinor: "30", claimedMinor: "200", storeMinor: "100" }] },
    ]);
    expect(await client.entities("Customer", [customerId], "entitlements { limit used remaining claimedLimit expiresAt }")).toEqual([
      { entitlements: [{ limit: "0", used: "0", remaining: "0", claimedLimit: "4", expiresAt: null }] },
    ]);
  });
});
