import { newId } from "@offergraph/shared/time/ids";
import { countReads } from "@offergraph/testkit/fixture";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { incentiveKinds } from "../../domain/ordinals.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { creditRule } from "../../testing/granting.js";
import { addGrant, createGranting } from "../../testing/grants.js";
import {
  addConnection,
  addDiscountCode,
  addForm,
  create,
  createActive,
  deleteForm,
  getIncentive,
  labelRule,
  update,
} from "../../testing/incentives.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

interface Page {
  nodes: { rowId: string }[];
  edges: { cursor: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount: number;
}
const list = async (given: object = {}, of: Client = client): Promise<Page> =>
  (
    await of.data<{ list: Page }>(
      `query ($filter: IncentiveFilter, $first: Int, $after: Cursor) { list: list_incentives(filter: $filter, first: $first, after: $after) {
        nodes { rowId } edges { cursor } pageInfo { hasNextPage endCursor } totalCount } }`,
      given,
    )
  ).list;
const idsOf = (rows: readonly { rowId: string }[]) => rows.map(({ rowId }) => rowId);
const floor = async (formId: unknown, of: Client = client) =>
  (await of.data<{ floor: number | null }>("query ($formId: Ref!) { floor: get_response_trust_floor(formId: $formId) }", { formId })).floor;

describe("get_incentive", () => {
  it("is null for an unknown id and another workspace's", async () => {
    const { rowId } = await create(client);
    expect((await getIncentive(client, rowId.toUpperCase()))?.rowId).toBe(rowId);
    expect(await getIncentive(client, newId())).toBeNull();
    expect(await getIncentive(fixture.client(), rowId)).toBeNull();
  });
});

describe("the warnings of get_incentive", () => {
  const read = async (id: string, selection = "name", of: Client = client) => {
    const text = `query ($id: UUID!) { get_incentive(id: $id) { ${selection} } }`;
    const [{ extensions }, count] = await countReads(fixture, () => of.call(text, { id }));
    return { lines: (extensions?.warnings ?? []).map(({ code, recordIds }) => `${code} ${recordIds.join(" ")}`), count };
  };

  it("say why the incentive grants nothing, without a further SQL statement", async () => {
    const { rowId } = await create(client);
    const empty = ["INCENTIVE_WITHOUT_FORM", "INCENTIVE_WITHOUT_RULES", "INCENTIVE_NOT_ACTIVE"].map((code) => `${code} ${rowId}`);
    expect(await read(rowId)).toEqual({ lines: empty, count: 1 });
    expect((await read(rowId, "name", fixture.client())).lines).toEqual([]);
    expect((await client.call("{ list_incentives { nodes { rowId } } }")).extensions).toBeUndefined();
    await update(client, rowId, { status: "ARCHIVED" });
    expect((await read(rowId)).lines).toEqual([]);
    const active = await createActive(fixture, client);
    const { rowId: usable } = active;
    expect((await read(usable)).lines).toEqual([]);
    const withBack = "rules { rowId } grants { nodes { incentive { name } } }";
    await addGrant(fixture, client, active, "PENDING");
    // The query executes three SQL statements, with or without warnings.
    expect(await read(usable, withBack)).toMatchObject({ lines: [expect.stringMatching(/^GRANT_WITHOUT_CUSTOMER \S+$/)], count: 3 });
  });

  it("equal the problems of its rules", async () => {
    const unplaced = await addDiscountCode(fixture, client, false, { is_placed: false, ends_at: "2026-05-01T00:00:00Z" });
    const gone = await addConnection(fixture, client);
    const incentive = await createActive(fixture, client, {
      rules: [
        { kind_slug: "discount", outcome: "COMPLETE", discount_code_id: await addDiscountCode(fixture, client), terms: {} },
        creditRule(gone),
      ],
    });
    const [first, second] = incentive.rules.map(({ rowId }) => rowId);
    await fixture.admin.query("UPDATE incentive_rules SET discount_code_id = $2 WHERE row_id = $1", [first, unplaced]);
    await fixture.admin.query("UPDATE connection_references SET is_deleted = true WHERE row_id = $1", [gone]);
    const shown = (await getIncentive(client, incentive.rowId)) as unknown as { problems: { code: string; ruleId: string }[] };
    const lines = shown.problems.map(({ code, ruleId }) => `${code} ${ruleId}`);
    expect(lines).toEqual([`CODE_EXPIRED ${first}`, `CODE_ON_NO_STORE ${first}`, `CONNECTION_DELETED ${second}`]);
    expect((await read(incentive.rowId)).lines).toEqual(lines);
  });
});

describe("list_incentives", () => {
  it("filters by name, time of creation and time of the last change", async () => {
    const { rowId: old } = await create(client, { name: "Old" });
    fixture.clock.advance(1000);
    const { rowId: recent } = await create(client, { name: "Recent" });
    const since = fixture.clock.now().toISOString();
    fixture.clock.advance(1000);
    await update(client, old, { name: "Changed" });
    const found = async (filter: object) => idsOf((await list({ filter })).nodes);
    expect(await found({ name: { equalTo: "Recent" } })).toEqual([recent]);
    expect(await found({ createdAt: { lessThan: since } })).toEqual([old]);
    expect(await found({ updatedAt: { greaterThan: since } })).toEqual([old]);
    expect(await found({ not: { or: [{ rowId: { equalTo: old } }, { rowId: { equalTo: recent } }] } })).toEqual([]);
  });

  it("returns the newest first, page by page, during inserts", async () => {
    const made: string[] = [];
    for (const name of ["a", "b", "c", "d"]) {
      made.unshift((await create(client, { name })).rowId);
      fixture.clock.advance(name === "b" ? 0 : 1);
    }
    const first = await list({ first: 3 });
    await create(client);
    const second = await list({ first: 3, after: first.pageInfo.endCursor });
    expect(first.pageInfo.hasNextPage).toBe(true);
    expect(second.pageInfo.hasNextPage).toBe(false);
    const [, , ...ends] = made;
    const seen = [...idsOf(first.nodes), ...idsOf(second.nodes)];
    expect(new Set(seen)).toEqual(new Set(made));
    expect([seen[0], seen[3]]).toEqual([made[0], ends[1]]);
    expect(second.totalCount).toBe(5);
  });

  it("is empty in another workspace, and rejects its cursor", async () => {
    await create(client);
    const stranger = fixture.client();
    expect(await list({}, stranger)).toMatchObject({ nodes: [], totalCount: 0 });
    const { edges } = await list();
    const answer = await stranger.call("query ($after: Cursor) { list_incentives(after: $after) { totalCount } }", {
      after: edges[0]?.cursor,
    });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
  });

  it.each([-1, 1001])("rejects first: %i", async (first) => {
    const answer = await client.call("query ($first: Int) { list_incentives(first: $first) { totalCount } }", { first });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "first" });
  });
});

describe("get_incentive_kinds", () => {
  it("returns each kind with descriptions and the schema of its terms", async () => {
    interface Kind {
      slug: string;
      name: string;
      description: string;
      termsSchema: { required: string[]; additionalProperties: boolean };
    }
    const { kinds } = await client.data<{ kinds: Kind[] }>("{ kinds: get_incentive_kinds { slug name description termsSchema } }");
    expect(kinds.map(({ slug }) => slug)).toEqual(incentiveKinds);
    expect(kinds.every(({ name, description }) => name && description)).toBe(true);
    expect(kinds.map(({ termsSchema }) => [termsSchema.required, termsSchema.additionalProperties])).toEqual([
      [[], false],
      [["amount_minor", "currency", "expires_in_days"], false],
      [["lookup_key", "limit"], false],
      [["fields", "public_label"], false],
    ]);
  });
});

describe("get_response_trust_floor", () => {
  it("is the highest minTrustScore among the form's active incentives", async () => {
    const formId = await addForm(fixture, client, { form_slug: "why", title: "Why?" });
    expect(await floor(formId)).toBeNull();
    const [low, high] = [await createActive(fixture, client, { formId }), await createActive(fixture, client, { formId })];
    expect(await floor(formId)).toBeNull();
    await update(client, low.rowId, { minTrustScore: 0.5 });
    await update(client, high.rowId, { minTrustScore: 0.8 });
    await update(client, (await createActive(fixture, client)).rowId, { minTrustScore: 1 });
    for (const ref of [formId, formId.toUpperCase(), "why", { name: "Why?" }]) expect(await floor(ref)).toBe(0.8);
    await update(client, high.rowId, { status: "PAUSED" });
    expect(await floor(formId)).toBe(0.5);
  });

  it("is null for an unknown form and another workspace's; an ambiguous title is an error", async () => {
    const { rowId, formId } = await createActive(fixture, client);
    await update(client, rowId, { minTrustScore: 0.5 });
    for (const ref of [newId(), "nothing"]) expect(await floor(ref)).toBeNull();
    expect(await floor(formId, fixture.client())).toBeNull();
    const deleted = await createActive(fixture, client);
    await update(client, deleted.rowId, { minTrustScore: 0.5 });
    expect(await floor(deleted.formId)).toBe(0.5);
    await deleteForm(fixture, deleted.formId);
    expect(await floor(deleted.formId)).toBeNull();
    for (const _ of ["one", "two"]) await addForm(fixture, client, { title: "Twice" });
    const answer = await client.call('{ get_response_trust_floor(formId: "Twice") }');
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "formId" });
  });
});

describe("get_form_incentives", () => {
  const of = async (formRowIds: string[], from: Client = client) =>
    idsOf(
      (
        await from.data<{ all: { rowId: string }[] }>(
          "query ($formRowIds: [UUID!]!) { all: get_form_incentives(formRowIds: $formRowIds) { rowId } }",
          { formRowIds },
        )
      ).all,
    );

  it("returns incentives in any status, grouped by the requested forms, newest first", async () => {
    const [one, two] = [await addForm(fixture, client), await addForm(fixture, client)];
    const ofTwo = await create(client, { formId: two });
    const older = await create(client, { formId: one });
    fixture.clock.advance(1);
    const newer = await createActive(fixture, client, { formId: one });
    await create(client);
    expect(await of([two, newId(), one.toUpperCase(), two])).toEqual([ofTwo.rowId, newer.rowId, older.rowId]);
    expect(await of([one, two], fixture.client())).toEqual([]);
    expect(await of([])).toEqual([]);
  });

  it("rejects more than 1000 ids", async () => {
    const answer = await client.call("query ($ids: [UUID!]!) { get_form_incentives(formRowIds: $ids) { rowId } }", {
      ids: Array(1001).fill(newId()),
    });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "formRowIds" });
  });
});

describe("get_incentive_rule_unresolved_recipient_count", () => {
  const count = async (ruleId: string | undefined, from: Client = client) =>
    (
      await from.data<{ count: number }>(
        "query ($ruleId: UUID!) { count: get_incentive_rule_unresolved_recipient_count(ruleId: $ruleId) }",
        { ruleId },
      )
    ).count;

  it("counts the rule's grants without a customer", async () => {
    const [incentive, other] = [await createGranting(client), await createGranting(client)];
    for (const state of ["PENDING", "PENDING", "HELD", "FAILED"] as const) await addGrant(fixture, client, incentive, state);
    await addGrant(fixture, client, other, "PENDING");
    const ruleId = incentive.rules[0]?.rowId;
    expect(await count(ruleId)).toBe(2);
    expect(await count(newId())).toBe(0);
    expect(await count(ruleId, fixture.client())).toBe(0);
  });
});

describe("the rules of a list of incentives", () => {
  it("belong to their incentive, in order", async () => {
    for (const labels of [["a"], ["b", "c"], []]) await create(client, { rules: labels.map((label) => labelRule("COMPLETE", label)) });
    const { all } = await client.data<{ all: { nodes: { rules: { terms: { public_label: string } }[] }[] } }>(
      "{ all: list_incentives { nodes { rules { terms } } } }",
    );
    const labels = all.nodes.map(({ rules }) => rules.map(({ terms }) => terms.public_label).join(""));
    expect(labels.sort()).toEqual(["", "a", "bc"]);
  });
});
