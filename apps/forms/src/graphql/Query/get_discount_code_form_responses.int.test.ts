import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { hardResponses } from "../../testing/hard-responses.js";
import { plainResponseFilters } from "../../testing/reference-response-filters.js";
import { addResponse } from "../../testing/responses.js";

const runs = Number(process.env.FILTER_RUNS ?? 1000);
const seed = process.env.FILTER_SEED === undefined ? {} : { seed: Number(process.env.FILTER_SEED) };

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

interface List {
  nodes: { rowId: string }[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
}
const query = `query ($id: UUID!, $filter: FormResponseFilter, $after: Cursor, $first: Int, $offset: Int, $orderBy: [FormResponseOrderBy!]) {
  list: get_discount_code_form_responses(id: $id, filter: $filter, after: $after, first: $first, offset: $offset, orderBy: $orderBy) {
    nodes { rowId } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
const list = async (client: Client, variables: object) => (await client.data<{ list: List }>(query, variables)).list;
const idsOf = ({ nodes }: List) => nodes.map(({ rowId }) => rowId);

async function responsesOfOneCode(count: number) {
  const { client, known } = await hardResponses(fixture, count);
  const [id = "", other] = known.discountCodeIds;
  await fixture.admin.query(
    "UPDATE form_responses SET discount_code_id = $2 WHERE workspace_id = $1 AND discount_code_id IS DISTINCT FROM $3",
    [client.workspaceId, id, other],
  );
  return { client, known, id };
}

async function pageThrough(client: Client, id: string, first: number): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: List = await list(client, { id, first, after });
    seen.push(...idsOf(page));
    expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
    if (!page.pageInfo.hasNextPage) return seen;
    after = page.pageInfo.endCursor;
  }
}

describe("get_discount_code_form_responses", () => {
  it(`returns the same ids as plain SQL, newest first, for ${runs} random filters`, { timeout: 600_000 }, async () => {
    const { client, known, id } = await responsesOfOneCode(400);
    await fc.assert(
      fc.asyncProperty(plainResponseFilters(known), async ({ filter, sql }) => {
        const { rows } = await fixture.admin.query(
          `SELECT r.row_id FROM form_responses r WHERE r.workspace_id = $1 AND r.discount_code_id = $2 AND (${sql})
           ORDER BY r.created_at DESC, r.row_id`,
          [client.workspaceId, id],
        );
        const answer = await list(client, { id, filter, first: 1000 });
        expect(idsOf(answer)).toEqual(rows.map(({ row_id }) => row_id));
        expect(answer.totalCount).toBe(rows.length);
      }),
      { numRuns: runs, ...seed },
    );
  });

  it("sorts by the last change, and finds what changed since a time", async () => {
    const { client, id } = await responsesOfOneCode(60);
    const text = "SELECT row_id AS id, updated_at AS at FROM form_responses WHERE discount_code_id = $1 ORDER BY updated_at DESC, row_id";
    const { rows } = await fixture.admin.query<{ id: string; at: Date }>(text, [id]);
    const ids = rows.map((row) => row.id);
    const orderBy = ["UPDATED_AT_DESC"];
    const first = await list(client, { id, orderBy, first: 20 });
    const second = await list(client, { id, orderBy, first: 1000, after: first.pageInfo.endCursor });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    const since = rows[10]?.at.toISOString();
    const changed = rows.filter(({ at }) => at.toISOString() > (since ?? "")).map((row) => row.id);
    expect(idsOf(await list(client, { id, orderBy, filter: { updatedAt: { greaterThan: since } } }))).toEqual(changed);
    const byId = await list(client, { id, orderBy: ["PRIMARY_KEY_ASC"], first: 1000 });
    expect(idsOf(byId)).toEqual([...ids].sort());
    expect(idsOf(await list(client, { id, orderBy: ["NATURAL"], first: 1000 }))).toEqual(idsOf(byId));
  });

  it("returns 20 by default, and pages consistently with after and offset", async () => {
    const { client, id } = await responsesOfOneCode(200);
    const all = idsOf(await list(client, { id, first: 1000 }));
    expect(all.length).toBeGreaterThan(150);
    expect(idsOf(await list(client, { id }))).toEqual(all.slice(0, 20));
    expect(await list(client, { id, offset: 30, first: 7 })).toMatchObject({
      nodes: all.slice(30, 37).map((rowId) => ({ rowId })),
      totalCount: all.length,
    });
    for (const first of [1, 7, 200]) expect(await pageThrough(client, id.toUpperCase(), first)).toEqual(all);
  });

  it("pages while responses are added: no duplicates, no gaps", async () => {
    const { client, id } = await responsesOfOneCode(5000);
    const { rows } = await fixture.admin.query("SELECT row_id FROM form_responses WHERE workspace_id = $1 AND discount_code_id = $2", [
      client.workspaceId,
      id,
    ]);
    let paging = true;
    const inserting = (async () => {
      let inserted = 0;
      // Uses random ids, so that new responses sort before, on or after the current page.
      for (; paging; inserted += 1) await addResponse(fixture, client, { row_id: crypto.randomUUID(), discount_code_id: id });
      return inserted;
    })();
    const seen = await pageThrough(client, id, 100);
    paging = false;
    expect(await inserting).toBeGreaterThan(0);
    expect(new Set(seen).size).toBe(seen.length);
    const found = new Set(seen);
    expect(rows.filter(({ row_id }) => !found.has(row_id))).toEqual([]);
  });

  it("is empty for an unknown code and for another workspace's", async () => {
    const { client, id } = await responsesOfOneCode(30);
    for (const [asker, asked] of [
      [client, newId()],
      [fixture.client(), id],
    ] as const)
      expect(await list(asker, { id: asked })).toEqual({
        nodes: [],
        totalCount: 0,
        pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null },
      });
  });

  it("accepts a cursor only for its own code, filter and workspace", async () => {
    const { client, known, id } = await responsesOfOneCode(60);
    const after = (await list(client, { id, first: 3 })).pageInfo.endCursor;
    const asked: [Client, object][] = [
      [client, { id: known.discountCodeIds[1] }],
      [client, { id, filter: { status: { equalTo: "COMPLETE" } } }],
      [client, { id, offset: 1 }],
      [fixture.client(), { id }],
    ];
    for (const [asker, given] of asked) {
      const { data, errors } = await asker.call(query, { after, ...given });
      expect(data).toEqual({ list: null });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
    }
  });
});
