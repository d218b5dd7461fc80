import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId, nilId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { readGrantedCodes } from "../../db/grant-lists.js";
import { incentiveKinds } from "../../domain/ordinals.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addGrant } from "../../testing/grants.js";
import { addForm, create, type Incentive, labelRule } from "../../testing/incentives.js";

let fixture: Fixture;
let client: Client;
let incentive: Incentive;
let grants: string[];
let formId: string;
const [response, order] = [newId(), newId()];
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

const query = `query ($filter: GrantFilter, $orderBy: [GrantOrderBy!], $first: Int, $after: Cursor, $last: Int, $before: Cursor) {
  page: list_grants(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    nodes { rowId outcomeAt trustReasons customer { rowId } } pageInfo { hasNextPage startCursor endCursor } totalCount } }`;
interface Page {
  nodes: { rowId: string; outcomeAt: string; trustReasons: string[] | null; customer: { rowId: string } | null }[];
  pageInfo: { hasNextPage: boolean; startCursor: string; endCursor: string };
  totalCount: number;
}
const read = async (given: object = {}, by = client) => (await by.data<{ page: Page }>(query, given)).page;
/** Returns the positions of the page's grants in `grants`, which is sorted oldest first. */
const found = async (given: object = {}) => (await read(given)).nodes.map(({ rowId }) => grants.indexOf(rowId));
const by = (filter: object) => found({ filter });
const at = (minutes: number) => new Date(fixture.clock.now().getTime() - minutes * 60_000);

beforeEach(async () => {
  client = fixture.client();
  incentive = await create(client, { name: "Thanks", rules: [labelRule()] });
  const other = await create(client, { name: "More", rules: [labelRule()] });
  formId = await addForm(fixture, client, { form_slug: "why" });
  await fixture.admin.query(
    `INSERT INTO form_response_references (row_id, workspace_id, form_id, status, completed_at, trust_score)
     VALUES ($1, $2, $3, 0, now(), 1) ON CONFLICT DO NOTHING`,
    [response, client.workspaceId, formId],
  );
  const ann = customerIdOf(client.workspaceId, "ann");
  const add = (minutes: number, of: Incentive, state: "HELD" | "ISSUED" | "FAILED", columns: object) =>
    addGrant(fixture, client, of, state, { created_at: at(minutes), updated_at: at(minutes), ...columns });
  grants = [
    await add(50, incentive, "HELD", { customer_id: ann, outcome_at: at(30), trust_reasons: ["same_text"] }),
    await add(40, incentive, "ISSUED", { form_response_id: response, outcome_at: at(35), updated_at: at(1), expires_at: at(-60) }),
    await add(30, other, "FAILED", { customer_id: null, outcome_at: at(70) }),
    await add(20, other, "ISSUED", { customer_id: ann, kind: 2, outcome_at: at(10), order_id: order }),
  ];
});

describe("the lookup of granted codes", () => {
  it("returns the grants with codes in batches, sorted by id", async () => {
    const issued = { discount_code_id: newId(), issued_at: at(5) };
    const rowId = await addGrant(fixture, client, incentive, "REDEEMED", { ...issued, code: "SUN-1" });
    const given = [rowId, await addGrant(fixture, client, incentive, "ISSUED", { ...issued, code: "SUN-2" })];
    await addGrant(fixture, client, incentive, "HELD", { discount_code_id: newId() });
    const page = (after: string, max: number) =>
      readGrantedCodes((statement) => fixture.running.parts.database.read(client.workspaceId, statement), after, max);
    const [first, ...others] = await page(nilId, 10);
    expect([first, ...others].map((one) => one?.grantId)).toEqual(given.sort());
    const known = [first, ...others].find((one) => one?.grantId === rowId);
    const { discount_code_id: discountCodeId, issued_at } = issued;
    expect(known).toEqual({
      ...{ grantId: rowId, code: "SUN-1", discountCodeId, issuedAt: issued_at.toISOString() },
      ...{ formResponseId: expect.any(String), customerId: expect.any(String) },
    });
    expect(await page(first?.grantId ?? "", 1)).toEqual(others);
  });
});

describe("list_grants", () => {
  it("returns all grants, newest first, with a total", async () => {
    expect(await found()).toEqual([3, 2, 1, 0]);
    const { totalCount, nodes } = await read();
    expect(totalCount).toBe(4);
    expect(nodes[0]).toMatchObject({ outcomeAt: at(10).toISOString(), customer: { rowId: customerIdOf(client.workspaceId, "ann") } });
    expect(nodes[1]?.customer).toBeNull();
    expect(nodes.map(({ trustReasons }) => trustReasons)).toEqual([null, null, null, ["same_text"]]);
    expect((await read({}, fixture.client())).nodes).toEqual([]);
  });

  it("filters by state, kind, customer, incentive, form, response, order and times", async () => {
    expect(await by({ state: { in: ["HELD", "FAILED"] } })).toEqual([2, 0]);
    expect(await by({ kindSlug: { equalTo: "entitlement" } })).toEqual([3]);
    expect(await by({ customerId: " ANN " })).toEqual([3, 0]);
    expect(await by({ customerId: { isNull: true } })).toEqual([2]);
    expect(await by({ incentiveId: "Thanks" })).toEqual([1, 0]);
    expect(await by({ incentiveId: incentive.rowId, state: { equalTo: "ISSUED" } })).toEqual([1]);
    for (const form of ["why", { name: "why" }, formId, { equalTo: formId }]) expect(await by({ formId: form })).toEqual([1]);
    expect(await by({ formResponseId: { equalTo: response } })).toEqual([1]);
    expect(await by({ orderId: { equalTo: order } })).toEqual([3]);
    expect(await by({ outcomeAt: { greaterThanOrEqualTo: at(30).toISOString() } })).toEqual([3, 0]);
    expect(await by({ updatedAt: { greaterThan: at(5).toISOString() } })).toEqual([1]);
    expect(await by({ createdAt: { lessThan: at(45).toISOString() } })).toEqual([0]);
    expect(await by({ expiresAt: { isNull: false } })).toEqual([1]);
    expect(await by({ or: [{ state: { equalTo: "HELD" } }, { not: { incentiveId: "Thanks" } }] })).toEqual([3, 2, 0]);
    expect(await by({ incentiveId: "Nothing" })).toEqual([]);
  });

  it("filters by a customer reference that is a UUID, but prefers a customer's id", async () => {
    const ref = newId();
    const own = await addGrant(fixture, client, incentive, "ISSUED", { customer_id: customerIdOf(client.workspaceId, ref) });
    const ids = async (customerId: unknown) => (await read({ filter: { customerId } })).nodes.map(({ rowId }) => rowId);
    for (const customer of [ref, ref.toUpperCase(), { name: ref }]) expect(await ids(customer)).toEqual([own]);
    expect(await ids({ equalTo: ref })).toEqual([]);
    expect((await read({ filter: { not: { customerId: ref } } })).totalCount).toBe(grants.length - 1);
    const byId = await addGrant(fixture, client, incentive, "ISSUED", { customer_id: ref });
    expect([await ids(ref), await ids({ equalTo: ref }), await ids({ name: ref })]).toEqual([[byId], [byId], [own]]);
    const elsewhere = await read({ filter: { customerId: ref } }, fixture.client());
    expect(elsewhere.nodes).toEqual([]);
    expect(await ids(newId())).toEqual([]);
  });

  it("looks up any number of references with the same number of statements", async () => {
    const ref = newId();
    const own = await addGrant(fixture, client, incentive, "ISSUED", { customer_id: customerIdOf(client.workspaceId, ref) });
    const read = vi.spyOn(fixture.running.parts.database, "read");
    const countOf = async (count: number) => {
      read.mockClear();
      const several = (what: string) => Array.from({ length: count }, (_, index) => `${what} ${index}`);
      const or = [
        ...several("customer").map((customerId) => ({ customerId })),
        ...several("incentive").map((incentiveId) => ({ incentiveId })),
        ...several("form").map((form) => ({ formId: form })),
        ...Array.from({ length: count * 10 }, () => ({ customerId: newId() })),
        ...[{ customerId: ref }, { customerId: "ann" }, { formId: "why" }, { incentiveId: "Nothing" }],
      ];
      const { nodes } = await client.data<{ page: Page }>(query, { filter: { or } }).then(({ page }) => page);
      expect(nodes.map(({ rowId }) => rowId)).toEqual([own, grants[3], grants[1], grants[0]]);
      return read.mock.calls.length;
    };
    const few = await countOf(1);
    expect(await countOf(30)).toBe(few);
    read.mockRestore();
  });

  it("sorts by outcome, change, creation and id, and pages in both directions", async () => {
    expect(await found({ orderBy: ["OUTCOME_AT_ASC"] })).toEqual([2, 1, 0, 3]);
    expect(await found({ orderBy: ["UPDATED_AT_DESC"] })).toEqual([1, 3, 2, 0]);
    expect(await found({ orderBy: ["CREATED_AT_ASC"] })).toEqual([0, 1, 2, 3]);
    expect(await found({ orderBy: ["PRIMARY_KEY_DESC"] })).toEqual(
      [...grants.keys()].sort((a, b) => ((grants[a] ?? "") < (grants[b] ?? "") ? 1 : -1)),
    );
    for (const orderBy of [["OUTCOME_AT_DESC"], ["UPDATED_AT_ASC"]]) {
      const whole = await found({ orderBy });
      const { pageInfo } = await read({ orderBy, first: 3 });
      expect(pageInfo.hasNextPage).toBe(true);
      expect(await found({ orderBy, first: 3, after: pageInfo.endCursor })).toEqual(whole.slice(3));
      expect(await found({ orderBy, last: 2, before: pageInfo.endCursor })).toEqual(whole.slice(0, 2));
    }
  });

  it("rejects an ambiguous incentive and a cursor of another filter", async () => {
    await create(client, { name: "Thanks" });
    const ambiguous = await client.call(query, { filter: { incentiveId: "Thanks" } });
    expect(ambiguous.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "filter.incentiveId" });
    const { pageInfo } = await read({ first: 1 });
    const answer = await client.call(query, { after: pageInfo.endCursor, filter: { state: { equalTo: "HELD" } } });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
  });
});

describe("a grant without a customer", () => {
  it("is a warning of the reads that return or count the grant", async () => {
    const warningsOf = async (read: string, given: object = {}) => (await client.call(read, given)).extensions?.warnings;
    expect(await warningsOf(query)).toBeUndefined();
    const credit = { kind: incentiveKinds.indexOf("billing_credit") };
    const rowId = await addGrant(fixture, client, incentive, "PENDING", credit);
    const [ruleId = ""] = incentive.rules.map((rule) => rule.rowId);
    const expected = (operation: string, where: string, recordIds: string[]) => [
      {
        ...{ operation, code: "GRANT_WITHOUT_CUSTOMER", recordIds },
        message: `Grants of this ${where} that wait for a customer: 1. These grants stay PENDING until the customer is known and, if required, verified.`,
        next: { operation: "get_form_install", why: "Pass the customer to the form, with a signature if the placement has a secret." },
      },
    ];
    expect(await warningsOf(query)).toEqual(expected("list_grants", "page", [rowId]));
    expect(await warningsOf(query, { filter: { state: { equalTo: "HELD" } } })).toBeUndefined();
    const count = `{ get_incentive_rule_unresolved_recipient_count(ruleId: "${ruleId}") }`;
    expect(await warningsOf(count)).toEqual(expected("get_incentive_rule_unresolved_recipient_count", "rule", [ruleId]));
  });
});
