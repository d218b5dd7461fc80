import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createCode } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { type Known, plainFilters, plainOrders } from "../../testing/reference-filters.js";
import { seedCodes } from "../../testing/seed-codes.js";

/**
 * Number of random filters. The environment variable FILTER_RUNS overrides the number. FILTER_SEED repeats the filters of an earlier run.
 */
const runs = Number(process.env.FILTER_RUNS ?? 1000);
const seed = process.env.FILTER_SEED === undefined ? {} : { seed: Number(process.env.FILTER_SEED) };

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

interface List {
  nodes: { rowId: string }[];
  totalCount: number | null;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
const query = `query ($filter: DiscountCodeFilter, $after: Cursor, $first: Int, $offset: Int, $orderBy: [DiscountCodeOrderBy!], $withTotal: Boolean) {
  list: list_discount_codes(filter: $filter, after: $after, first: $first, offset: $offset, orderBy: $orderBy, withTotal: $withTotal) {
    nodes { rowId } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const list = async (client: Client, variables: object) => (await client.data<{ list: List }>(query, variables)).list;
const idsOf = ({ nodes }: List) => nodes.map(({ rowId }) => rowId);
const seeded = async (count: number) => {
  const client = fixture.client();
  await seedCodes((text, values) => fixture.admin.query(text, values), { workspaceId: client.workspaceId, count });
  return client;
};
const column = async (client: Client, sql: string): Promise<string[]> =>
  (
    await fixture.admin.query(`SELECT ${sql} AS value FROM discount_codes d WHERE d.workspace_id = $1 ORDER BY d.row_id`, [
      client.workspaceId,
    ])
  ).rows.map(({ value }) => value);

/** Assigns codes to three campaigns. Places codes on three connections, with every sync status. */
async function seedRelated({ workspaceId }: Client): Promise<Pick<Known, "campaigns" | "connections">> {
  const [campaigns, connections] = [0, 1].map(() => [newId(), newId(), newId()]) as [string[], string[]];
  const { admin } = fixture;
  await admin.query(
    "INSERT INTO campaigns (row_id, workspace_id, created_at, name) SELECT id, $1, now(), id::text FROM unnest($2::uuid[]) AS id",
    [workspaceId, campaigns],
  );
  await admin.query(
    `INSERT INTO connections (row_id, workspace_id, created_at, slug, name, provider)
     SELECT id, $1, now(), id::text, 'A store', 'manual' FROM unnest($2::uuid[]) AS id`,
    [workspaceId, connections],
  );
  await admin.query(
    `INSERT INTO campaign_codes (workspace_id, campaign_id, discount_code_id)
     SELECT $1, given.id, d.row_id FROM discount_codes d, unnest($2::uuid[]) WITH ORDINALITY AS given(id, n)
     WHERE d.workspace_id = $1 AND d.usage_count % (given.n + 1) = 0`,
    [workspaceId, campaigns],
  );
  await admin.query(
    `INSERT INTO placements (row_id, workspace_id, created_at, updated_at, discount_code_id, connection_id, sync_status)
     SELECT gen_random_uuid(), $1, now(), now(), d.row_id, given.id, (d.usage_count / 2 + given.n) % 4
     FROM discount_codes d, unnest($2::uuid[]) WITH ORDINALITY AS given(id, n) WHERE d.workspace_id = $1 AND d.usage_count % (given.n + 2) = 0`,
    [workspaceId, connections],
  );
  return { campaigns, connections };
}

/** Creates codes with texts that collations sort differently. Returns the values that random filters can use. */
async function hardRows(): Promise<{ client: Client; known: Known }> {
  const client = await seeded(300);
  const texts = ["", "a%b", "a_b", "a\\b", "É", "é", "\u{1F600}", "\uFF5E", "ſ", "Zed", "zed", "100% off", "it's"];
  await fixture.admin.query(
    `UPDATE discount_codes SET title = ($2::text[])[1 + usage_count % 13], display_name = CASE WHEN usage_count % 3 > 0 THEN ($2::text[])[1 + alias_count + usage_count % 11] END
     WHERE workspace_id = $1 AND usage_count % 2 = 0`,
    [client.workspaceId, texts],
  );
  const partners = await fixture.admin.query("SELECT row_id AS id, name, handle FROM partners WHERE workspace_id = $1", [
    client.workspaceId,
  ]);
  const related = await seedRelated(client);
  const times = (await column(client, "to_json(d.created_at) #>> '{}'")).filter((_, index) => index % 20 === 0);
  return {
    client,
    known: {
      ids: (await column(client, "d.row_id")).slice(0, 20),
      codes: (await column(client, "d.code")).slice(0, 20),
      titles: texts,
      displayNames: texts,
      times: [...times, "2024-01-01T02:00:00.000+02:00", "9999-12-31T23:59:59.999Z"],
      partners: partners.rows,
      tags: ["tag01", "tag44", "tag96"],
      ...related,
    },
  };
}

describe("list_discount_codes", () => {
  it(`returns the same ids in the same order as plain SQL for ${runs} random filters and orders`, { timeout: 600_000 }, async () => {
    const { client, known } = await hardRows();
    await fc.assert(
      fc.asyncProperty(plainFilters(known), plainOrders, async ({ filter, sql }, { orderBy, sql: order }) => {
        const { rows } = await fixture.admin.query(
          `SELECT d.row_id FROM discount_codes d WHERE d.workspace_id = $1 AND (${sql}) ORDER BY ${order}`,
          [client.workspaceId],
        );
        const answer = await list(client, { filter, orderBy, first: 1000, withTotal: true });
        expect(idsOf(answer)).toEqual(rows.map(({ row_id }) => row_id));
        expect(answer.totalCount).toBe(rows.length);
      }),
      { numRuns: runs, ...seed },
    );
  });

  it("pages in any order like a single page, including ties and nulls", async () => {
    const { client } = await hardRows();
    await fc.assert(
      fc.asyncProperty(plainOrders, fc.integer({ min: 1, max: 120 }), async ({ orderBy }, first) => {
        const all = idsOf(await list(client, { orderBy, first: 1000 }));
        const paged: string[] = [];
        for (let after: string | null = null; ; ) {
          const page: List = await list(client, { orderBy, first, after });
          paged.push(...idsOf(page));
          expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
          if (!page.pageInfo.hasNextPage) break;
          after = page.pageInfo.endCursor;
        }
        expect(paged).toEqual(all);
      }),
      { numRuns: 40, ...seed },
    );
  });

  it("pages through 10,000 rows during inserts, without duplicate or missing rows", async () => {
    const client = await seeded(10_000);
    const before = new Set(await column(client, "d.row_id"));
    for (const orderBy of [["CREATED_AT_DESC"], ["TITLE_ASC"], ["STATUS_DESC", "VALUE_AMOUNT_ASC"]]) {
      let paging = true;
      const inserting = (async () => {
        for (let n = 0; paging; n += 1) {
          fixture.clock.advance(n % 2 ? 3_600_000 : -1_800_000);
          await createCode(client, { title: `Offer ${n * 997}`, status: "DRAFT" });
        }
      })();
      const seen = new Set<string>();
      let rows = 0;
      for (let after: string | null = null; ; ) {
        const page: List = await list(client, { orderBy, first: 250, after });
        rows += page.nodes.length;
        for (const id of idsOf(page)) seen.add(id);
        if (!page.pageInfo.hasNextPage) break;
        after = page.pageInfo.endCursor;
      }
      paging = false;
      await inserting;
      expect(seen.size).toBe(rows);
      expect([...before].filter((id) => !seen.has(id))).toEqual([]);
    }
  });

  it("returns the newest 50 without total by default", async () => {
    const client = await seeded(60);
    const page = await list(client, {});
    expect(page.nodes).toHaveLength(50);
    expect(page.totalCount).toBeNull();
    expect(page.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(idsOf(page)).toEqual(idsOf(await list(client, { orderBy: ["CREATED_AT_DESC", "ROW_ID_ASC"] })));
    expect(idsOf(await list(client, { offset: 50 }))).toHaveLength(10);
    expect(await list(client, { first: 0, withTotal: true })).toMatchObject({ nodes: [], totalCount: 60 });
  });

  it.each([
    [{ first: -1 }, "first"],
    [{ first: 1001 }, "first"],
    [{ offset: 25_001 }, "offset"],
    [{ after: "abc" }, "after"],
    [{ filter: { code: { equalTo: null } } }, "filter.code.equalTo"],
    [{ filter: { or: [{ status: null }] } }, "filter.or.0.status"],
    [{ filter: { campaignId: { isNull: null } } }, "filter.campaignId.isNull"],
    [{ filter: { syncStatus: { equalTo: null } } }, "filter.syncStatus.equalTo"],
  ])("rejects %o by name, with the field null", async (variables, argument) => {
    const { data, errors } = await fixture.client().call(query, variables);
    expect(data).toEqual({ list: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument });
  });

  it("rejects a cursor with another filter, order, offset or workspace, and a modified cursor", async () => {
    const client = await seeded(10);
    const after = (await list(client, { first: 3 })).pageInfo.endCursor;
    const refused = [
      { orderBy: ["CODE_ASC"] },
      { filter: { status: { equalTo: "DRAFT" } } },
      { offset: 1 },
      { after: `${after?.startsWith("A") ? "B" : "A"}${after?.slice(1)}` },
    ];
    for (const given of refused) {
      const { errors } = await client.call(query, { after, ...given });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
    }
    const { errors } = await fixture.client().call(query, { after });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
  });

  it("returns nothing to another workspace", async () => {
    const client = await seeded(5);
    const [id] = await column(client, "d.row_id");
    const stranger = fixture.client();
    for (const filter of [{}, { rowId: { equalTo: id } }, { not: { rowId: { equalTo: id } } }, { partnerId: "Partner 1" }])
      expect(await list(stranger, { filter, withTotal: true })).toMatchObject({ nodes: [], totalCount: 0 });
  });

  it("rejects a name of two partners, and finds @handles ignoring case", async () => {
    const client = await seeded(40);
    await fixture.admin.query("UPDATE partners SET name = 'Twin' WHERE workspace_id = $1 AND name IN ('Partner 1', 'Partner 2')", [
      client.workspaceId,
    ]);
    const { errors } = await client.call(query, { filter: { partnerId: { name: "Twin" } } });
    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining("More than one"), extensions: { code: "BAD_USER_INPUT" } });
    const byHandle = await list(client, { filter: { partnerId: "@PARTNER11_seed" } });
    expect(idsOf(byHandle)).toHaveLength(2);
  });
});
