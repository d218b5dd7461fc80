import { filtersOver, text } from "@offergraph/testkit/reference-filter";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { createForm } from "../../testing/forms.js";

/** Default number of random filters; `FILTER_RUNS` overrides the number. `FILTER_SEED` repeats the filters of an earlier test run. */
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
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
const query = `query ($filter: FormFilter, $after: Cursor, $first: Int) {
  list: list_forms(filter: $filter, after: $after, first: $first) { nodes { rowId } totalCount pageInfo { hasNextPage endCursor } } }`;
const list = async (client: Client, variables: object) => (await client.data<{ list: List }>(query, variables)).list;
const idsOf = ({ nodes }: List) => nodes.map(({ rowId }) => rowId);

const titles = ["", "a%b", "a_b", "a\\b", "É", "é", "\u{1F600}", "\uFF5E", "Zed", "zed", "it's"];
const times = ["2026-05-01T00:00:00.000Z", "2026-06-01T00:00:00.001Z", "2026-06-01T02:00:00.001+02:00", "2026-07-01T00:00:00.000Z"];

/** Creates forms with titles and times that are hard to sort. Several forms have the same creation time. */
async function seeded(count: number): Promise<{ client: Client; ids: string[]; slugs: string[] }> {
  const client = fixture.client();
  const { rows } = await fixture.admin.query(
    `INSERT INTO forms (row_id, workspace_id, created_at, updated_at, form_slug, title, surfaces, priority, status, returning_enabled,
       enable_repeat, enable_ends_at, starts_at, ends_at, tags)
     SELECT gen_random_uuid(), $1, now() - n / 3 * interval '1 hour', now(), 'form-' || n, ($2::text[])[1 + n % 13], '{}', 0, 0, false, false,
       false, ($3::timestamptz[])[1 + n % 5], ($3::timestamptz[])[1 + n % 7], '{}'
     FROM generate_series(1, $4) AS n RETURNING row_id AS id, form_slug AS slug`,
    [client.workspaceId, titles, times, count],
  );
  return { client, ids: rows.map(({ id }) => id), slugs: rows.map(({ slug }) => slug) };
}

/** Generates random filters with every field and operator, each with the equivalent SQL. */
const filters = (ids: string[], slugs: string[]) => {
  const time = (sql: string) => ({ sql, type: "timestamptz", values: times });
  const rowId = { sql: "f.row_id", type: "uuid", values: ids };
  const texts = { formSlug: text("f.form_slug", slugs), title: text("f.title", titles) };
  return filtersOver({ rowId, ...texts, startsAt: time("f.starts_at"), endsAt: time("f.ends_at") }, []);
};

describe("list_forms", () => {
  it(`returns the same ids as plain SQL, newest first, for ${runs} random filters`, async () => {
    const { client, ids, slugs } = await seeded(90);
    await fc.assert(
      fc.asyncProperty(filters(ids.slice(0, 9), slugs.slice(0, 9)), async ({ filter, sql }) => {
        const { rows } = await fixture.admin.query(
          `SELECT f.row_id FROM forms f WHERE f.workspace_id = $1 AND (${sql}) ORDER BY f.created_at DESC, f.row_id`,
          [client.workspaceId],
        );
        const answer = await list(client, { filter });
        expect(idsOf(answer)).toEqual(rows.map(({ row_id }) => row_id));
        expect(answer.totalCount).toBe(rows.length);
      }),
      { numRuns: runs, ...seed },
    );
  });

  it("finds what changed since a time, newest first", async () => {
    const { client, ids } = await seeded(9);
    const text = "UPDATE forms SET updated_at = '2099-01-01' WHERE row_id = ANY($1)";
    await fixture.admin.query(text, [[ids[1], ids[7]]]);
    const filter = { updatedAt: { greaterThanOrEqualTo: "2099-01-01T00:00:00.000Z" } };
    expect(idsOf(await list(client, { filter }))).toEqual([ids[1], ids[7]]);
  });

  it("pages consistently while forms are created: no duplicates, no gaps", async () => {
    const { client, ids } = await seeded(40);
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page: List = await list(client, { first: 7, after });
      seen.push(...idsOf(page));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
      await createForm(client);
    }
    expect(seen).toHaveLength(new Set(seen).size);
    expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
  });

  it.each([
    [{ first: -1 }, "first"],
    [{ first: 1001 }, "first"],
    [{ after: "abc" }, "after"],
    [{ filter: { title: { equalTo: null } } }, "filter.title.equalTo"],
  ])("rejects %o by name, with the field null", async (variables, argument) => {
    const { data, errors } = await fixture.client().call(query, variables);
    expect(data).toEqual({ list: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument });
  });

  it("returns nothing of another workspace, and rejects its cursors", async () => {
    const { client, ids } = await seeded(5);
    const stranger = fixture.client();
    for (const filter of [{}, { rowId: { equalTo: ids[0] } }, { not: { rowId: { equalTo: ids[0] } } }])
      expect(await list(stranger, { filter })).toMatchObject({ nodes: [], totalCount: 0 });
    const { endCursor } = (await list(client, { first: 2 })).pageInfo;
    const { errors } = await stranger.call(query, { after: endCursor });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
  });
});
