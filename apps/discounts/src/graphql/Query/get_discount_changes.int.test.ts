import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Code, createCode } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { type KnownChanges, plainChangeFilters } from "../../testing/reference-change-filters.js";
import { seedChanges } from "../../testing/seed-changes.js";

/**
 * Number of random filters. The environment variable FILTER_RUNS overrides the number. FILTER_SEED repeats the filters of an earlier run.
 */
const runs = Number(process.env.FILTER_RUNS ?? 300);
const seed = process.env.FILTER_SEED === undefined ? {} : { seed: Number(process.env.FILTER_SEED) };

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

interface Change {
  rowId: string;
  createdAt: string;
  connectionId: string;
  discountCodeId: string;
  discountPlacementId: string | null;
  payloadHash: string;
  payload: { n: number };
}
interface List {
  nodes: Change[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
}
const fields = "rowId createdAt connectionId discountCodeId discountPlacementId payloadHash payload";
const query = `query ($id: UUID!, $filter: DiscountChangeFilter, $after: Cursor, $first: Int) {
  list: get_discount_changes(id: $id, filter: $filter, after: $after, first: $first) {
    nodes { ${fields} } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
const list = async (client: Client, variables: object) => (await client.data<{ list: List }>(query, variables)).list;
const idsOf = ({ nodes }: List) => nodes.map(({ rowId }) => rowId);

async function seeded(count: number): Promise<{ client: Client; code: Code; other: Code }> {
  const client = fixture.client();
  const [code, other] = [await createCode(client, { code: "Own", aliased_codes: [{ code: "Nick" }] }), await createCode(client)];
  for (const { rowId } of [code, other])
    await seedChanges((text, values) => fixture.admin.query(text, values), {
      workspaceId: client.workspaceId,
      discountCodeId: rowId,
      count,
    });
  return { client, code, other };
}

describe("get_discount_changes", () => {
  it("returns a code's pushes with all fields, newest first", async () => {
    const { client, code } = await seeded(60);
    const page = await list(client, { id: code.rowId.toUpperCase() });
    // Every five successive records have the same time. Records with the same time are sorted by id.
    const newestFirst = Array.from({ length: 60 }, (_, index) => index + 1).sort((a, b) => Math.floor(b / 5) - Math.floor(a / 5) || a - b);
    expect(page.nodes.map(({ payload }) => payload.n)).toEqual(newestFirst.slice(0, 50));
    expect(page).toMatchObject({ totalCount: 60, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    const numbered = (n: number) => page.nodes.find(({ payload }) => payload.n === n);
    expect(numbered(15)).toMatchObject({
      createdAt: "2024-01-01T00:04:51.000Z",
      discountCodeId: code.rowId,
      discountPlacementId: expect.any(String),
      payloadHash: "zed",
    });
    expect(numbered(16)?.discountPlacementId).toBeNull();
  });

  it(`returns the same ids as plain SQL for ${runs} random filters`, async () => {
    const { client, code, other } = await seeded(150);
    const { nodes } = await list(client, { id: code.rowId, first: 1000 });
    const all = <Key extends keyof Change>(key: Key) => [...new Set(nodes.map((node) => node[key]))];
    const known: KnownChanges = {
      ids: all("rowId").slice(0, 20),
      connectionIds: all("connectionId"),
      placementIds: all("discountPlacementId").filter((id) => id !== null),
      times: [...all("createdAt").slice(0, 10), "2024-01-01T02:00:00.000+02:00", "9999-12-31T23:59:59.999Z"],
      hashes: all("payloadHash"),
      codes: [
        { id: code.rowId, refs: [code.rowId, "own", { name: "OWN" }, "NICK", { name: "nick" }] },
        { id: other.rowId, refs: [other.rowId, other.code] },
      ],
    };
    await fc.assert(
      fc.asyncProperty(plainChangeFilters(known), async ({ filter, sql }) => {
        const { rows } = await fixture.admin.query(
          `SELECT h.row_id FROM discount_changes h WHERE h.workspace_id = $1 AND h.discount_code_id = $2 AND (${sql})
           ORDER BY h.created_at DESC, h.row_id`,
          [client.workspaceId, code.rowId],
        );
        const answer = await list(client, { id: code.rowId, filter, first: 1000 });
        expect(idsOf(answer)).toEqual(rows.map(({ row_id }) => row_id));
        expect(answer.totalCount).toBe(rows.length);
      }),
      { numRuns: runs, ...seed },
    );
  });

  it("pages while pushes are added, without duplicate or missing rows", async () => {
    const { client, code } = await seeded(45);
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page: List = await list(client, { id: code.rowId, first: 10, after });
      seen.push(...idsOf(page));
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
      if (seen.length === 20)
        await seedChanges((text, values) => fixture.admin.query(text, values), {
          workspaceId: client.workspaceId,
          discountCodeId: code.rowId,
          count: 7,
        });
    }
    expect(seen).toHaveLength(52);
    expect(seen).toEqual(idsOf(await list(client, { id: code.rowId, first: 1000 })));
  });

  it("rejects a cursor of another code, filter or workspace", async () => {
    const { client, code, other } = await seeded(5);
    const after = (await list(client, { id: code.rowId, first: 2 })).pageInfo.endCursor;
    expect(idsOf(await list(client, { id: code.rowId.toUpperCase(), after }))).toHaveLength(3);
    for (const [asker, variables] of [
      [client, { id: other.rowId }],
      [client, { id: code.rowId, filter: { payloadHash: { equalTo: "Zed" } } }],
      [fixture.client(), { id: code.rowId }],
    ] as const) {
      const { data, errors } = await asker.call(query, { ...variables, after });
      expect(data).toEqual({ list: null });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
    }
  });

  it.each([
    [{ first: -1 }, "first"],
    [{ first: 1001 }, "first"],
    [{ after: "abc" }, "after"],
    [{ filter: { payloadHash: { equalTo: null } } }, "filter.payloadHash.equalTo"],
    [{ filter: { or: [{ discountCodeId: null }] } }, "filter.or.0.discountCodeId"],
  ])("rejects %o by name, with the field null", async (variables, argument) => {
    const { data, errors } = await fixture.client().call(query, { id: "01900000-0000-7000-8000-000000000001", ...variables });
    expect(data).toEqual({ list: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument });
  });

  it("sorts by orderBy and pages in this order; a cursor of another order is rejected", async () => {
    const { client, code } = await seeded(23);
    const sorted = `query ($id: UUID!, $orderBy: [DiscountChangeOrderBy!], $after: Cursor, $first: Int) {
      list: get_discount_changes(id: $id, orderBy: $orderBy, after: $after, first: $first) { nodes { ${fields} } pageInfo { endCursor } } }`;
    const page = async (variables: object) => (await client.data<{ list: List }>(sorted, { id: code.rowId, ...variables })).list;
    const byId = idsOf(await page({})).sort();
    // The seeded records sort by id in the same order as by time.
    for (const [orderBy, expected] of [
      [["CREATED_AT_ASC"], byId],
      [["PRIMARY_KEY_ASC"], byId],
      [["NATURAL"], byId],
      [["PRIMARY_KEY_DESC"], byId.toReversed()],
      [["CREATED_AT_DESC", "PRIMARY_KEY_DESC"], byId.toReversed()],
    ] as const) {
      expect(idsOf(await page({ orderBy }))).toEqual(expected);
      const first = await page({ orderBy, first: 7 });
      expect(idsOf(await page({ orderBy, after: first.pageInfo.endCursor }))).toEqual(expected.slice(7));
      const { errors } = await client.call(query, { id: code.rowId, after: first.pageInfo.endCursor });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
    }
    expect(idsOf(await page({ orderBy: null }))).toEqual(idsOf(await list(client, { id: code.rowId })));
  });

  it("is kept after the code is deleted", async () => {
    const { client, code } = await seeded(3);
    await client.data("mutation ($id: UUID!) { delete_discount_code(input: { id: $id }) { deletedId } }", { id: code.rowId });
    expect(await list(client, { id: code.rowId, filter: { discountCodeId: code.rowId } })).toMatchObject({ totalCount: 3 });
    // The names of a deleted code match no records.
    expect(await list(client, { id: code.rowId, filter: { discountCodeId: "own" } })).toMatchObject({ nodes: [], totalCount: 0 });
  });

  it("is empty for an unknown id and for another workspace", async () => {
    const { client, code } = await seeded(3);
    const nothing = { nodes: [], totalCount: 0, pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null } };
    expect(await list(client, { id: "01900000-0000-7000-8000-000000000001" })).toEqual(nothing);
    for (const filter of [undefined, { discountCodeId: code.rowId }, { discountCodeId: "own" }, { not: { payloadHash: { equalTo: "x" } } }])
      expect(await list(fixture.client(), { id: code.rowId, filter })).toEqual(nothing);
  });

  it("resolves a change as an entity, and null for another workspace's", async () => {
    const { client, code } = await seeded(1);
    const [change] = (await list(client, { id: code.rowId })).nodes;
    const entities = async (asker: Client) =>
      (
        await asker.data<{ _entities: object[] }>(
          `query ($all: [_Any!]!) { _entities(representations: $all) { ... on DiscountChange { ${fields} } } }`,
          { all: [{ __typename: "DiscountChange", rowId: change?.rowId }] },
        )
      )._entities;
    expect(await entities(client)).toEqual([change]);
    expect(await entities(fixture.client())).toEqual([null]);
  });
});
