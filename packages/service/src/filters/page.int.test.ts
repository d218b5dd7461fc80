import { deriveKey } from "@offergraph/shared/access/principal";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createPool } from "../db/pool.js";
import { type Statement, sql } from "../db/statement.js";
import { workspaceReader } from "../db/workspace-reader.js";
import type { Connection } from "./connection.js";
import { type PageRequest, readPage } from "./page.js";
import { filters, orders } from "./testing/arbitraries.js";
import { type ThingsDatabase, thingsDatabase } from "./testing/database.js";
import { chooser, fillThings } from "./testing/fill.js";
import { from, order, shape } from "./testing/fixtures.js";
import { plainFilter, plainOrder } from "./testing/reference-sql.js";

interface Thing {
  id: string;
}

const runs = Number(process.env.PAGING_RUNS ?? 100);
const workspaceId = newId();
const cursorKey = deriveKey("a signing key of the tests, long enough", "cursor");
let database: ThingsDatabase;
let statements: Statement[] = [];
let readerFor: (workspace: string) => PageRequest["read"];
let close: () => Promise<void>;

beforeAll(async () => {
  database = await thingsDatabase(inject("adminUrl"));
  await fillThings(database.admin, workspaceId, 60);
  await fillThings(database.admin, newId(), 20, 2);
  const log = createLogger("filters-test", "error");
  const pool = createPool({ connectionString: database.connectionString, max: 4, applicationName: "filters-test", log });
  const reader = workspaceReader(pool);
  readerFor = (workspace) => (statement) => {
    statements.push(statement);
    return reader.read(workspace, statement);
  };
  close = () => pool.end();
});
afterAll(async () => {
  await close();
  await database.drop();
});

function page(more: Partial<PageRequest> = {}): Promise<Connection<Thing>> {
  const workspace = more.workspaceId ?? workspaceId;
  return readPage<Thing>({
    operation: "list_things",
    workspaceId: workspace,
    read: readerFor(workspace),
    select: sql`t.row_id AS id`,
    from,
    shape,
    order,
    arguments: {},
    defaultFirst: 50,
    cursorKey,
    ...more,
  });
}

async function plain(filter: Record<string, unknown>, orderBy: readonly string[], workspace = workspaceId): Promise<string[]> {
  const text = `SELECT row_id AS id FROM things WHERE workspace_id = '${workspace}' AND ${plainFilter(filter)} ORDER BY ${plainOrder(orderBy)}`;
  return (await database.admin.query<Thing>(text)).rows.map(({ id }) => id);
}

const idsOf = (connection: Connection<Thing>): string[] => connection.nodes.map(({ id }) => id);

describe("a list's pages", () => {
  it(`give exactly the whole list, page after page, for ${runs} random orders, filters and sizes`, {
    timeout: 60_000 + runs * 300,
  }, async () => {
    const anyFilter = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: filters });
    await fc.assert(
      fc.asyncProperty(orders, anyFilter, fc.integer({ min: 1, max: 7 }), async (orderBy, filter, first) => {
        const expected = await plain(filter, orderBy);
        const walked: string[] = [];
        let after: string | null = null;
        do {
          const connection = await page({ orderBy, filter, arguments: { first, after } });
          expect(connection.pageInfo.hasPreviousPage).toBe(after !== null);
          expect(connection.pageInfo.hasNextPage).toBe(walked.length + connection.nodes.length < expected.length);
          walked.push(...idsOf(connection));
          after = connection.pageInfo.endCursor;
        } while (after !== null && walked.length <= expected.length);
        expect(walked).toEqual(expected);
      }),
      { numRuns: runs },
    );
  });

  it(`give the whole list from its end, for ${runs} random orders, filters and sizes`, { timeout: 60_000 + runs * 300 }, async () => {
    const anyFilter = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: filters });
    await fc.assert(
      fc.asyncProperty(orders, anyFilter, fc.integer({ min: 1, max: 7 }), async (orderBy, filter, last) => {
        const expected = await plain(filter, orderBy);
        const walked: string[] = [];
        let before: string | null = null;
        do {
          // The schema may define a default value of `first`. Pages with `last` must ignore the default of `first`.
          const connection = await page({ orderBy, filter, arguments: { first: 2, last, before } });
          expect(connection.pageInfo.hasNextPage).toBe(before !== null);
          expect(connection.pageInfo.hasPreviousPage).toBe(walked.length + connection.nodes.length < expected.length);
          walked.unshift(...idsOf(connection));
          before = connection.pageInfo.startCursor;
        } while (before !== null && walked.length <= expected.length);
        expect(walked).toEqual(expected);
      }),
      { numRuns: runs },
    );
  });

  it("reject arguments of both directions", async () => {
    const { pageInfo } = await page({ arguments: { first: 3 } });
    const cursor = pageInfo.endCursor;
    const rejected = [
      { before: cursor },
      { last: 2, after: cursor },
      { last: 2, offset: 1 },
      { last: 1001 },
      { last: 2, before: "no cursor" },
    ];
    const names = rejected.map((given) => page({ arguments: given }).catch(({ details }) => details.argument));
    expect(await Promise.all(names)).toEqual(["last", "after", "offset", "last", "before"]);
  });

  it("continue after any row and after an offset", async () => {
    const orderBy = ["MOOD_DESC", "LABEL_ASC"];
    const expected = await plain({}, orderBy);
    const whole = await page({ orderBy, arguments: { first: 1000 } });
    for (const [index, edge] of whole.edges.entries()) {
      expect(idsOf(await page({ orderBy, arguments: { first: 3, after: edge.cursor } }))).toEqual(expected.slice(index + 1, index + 4));
      expect(idsOf(await page({ orderBy, arguments: { first: 3, offset: index } }))).toEqual(expected.slice(index, index + 3));
    }
  });

  it("report previous and next pages", async () => {
    const info = async (paging: PageRequest["arguments"], filter = {}) => {
      const { pageInfo, nodes } = await page({ filter, arguments: paging });
      return [nodes.length, pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    };
    expect(await info({ first: 60 })).toEqual([60, false, false]);
    expect(await info({ first: 59 })).toEqual([59, false, true]);
    expect(await info({ first: 0 })).toEqual([0, false, true]);
    expect(await info({ first: 0, offset: 59 })).toEqual([0, true, true]);
    expect(await info({ first: 0, offset: 60 })).toEqual([0, true, false]);
    expect(await info({ first: 5, offset: 0 })).toEqual([5, false, true]);
    expect(await info({ first: 5, offset: 58 })).toEqual([2, true, false]);
    expect(await info({ first: 5, offset: 25_000 })).toEqual([0, true, false]);
    expect(await info({ first: 5, offset: 10 }, { label: { in: [] } })).toEqual([0, false, false]);
    expect(await info({})).toEqual([50, false, true]);
    const { pageInfo } = await page({ arguments: { first: 0 } });
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([null, null]);
  });

  it("count all matches only if requested", async () => {
    const filter = { label: { isNull: true } };
    const expected = (await plain(filter, [])).length;
    const asked = async (more: Partial<PageRequest>) => {
      statements = [];
      const connection = await page({ filter, arguments: { first: 1 }, ...more });
      const before = statements.length;
      return [before, await connection.totalCount, await connection.totalCount, statements.length];
    };
    expect(await asked({ withTotal: true })).toEqual([2, expected, expected, 2]);
    expect(await asked({ withTotal: false })).toEqual([1, null, null, 1]);
    expect(await asked({ withTotal: null })).toEqual([1, null, null, 1]);
    expect(await asked({})).toEqual([1, expected, expected, 2]);
    const own = await page({ where: sql`t.label IS NOT NULL`, filter, withTotal: true });
    expect([own.nodes.length, await own.totalCount]).toEqual([0, 0]);
  });

  it("compute a cursor only when read", async () => {
    const connection = await page();
    const [first] = connection.edges;
    Object.assign(first?.node ?? {}, { order_key_0: "seen late" });
    expect(Buffer.from(connection.pageInfo.startCursor ?? "", "base64url").toString()).toContain("seen late");
    expect(connection.edges[0]?.cursor).toBe(connection.pageInfo.startCursor);
  });

  it("reject arguments out of bounds and cursors of other lists", async () => {
    const { endCursor } = (await page({ arguments: { first: 1 } })).pageInfo;
    const refused = (more: Partial<PageRequest>) =>
      page(more).then(
        () => "served",
        ({ details }) => details.argument,
      );
    for (const first of [-1, 1001, 0.5, Number.NaN]) expect(await refused({ arguments: { first } })).toBe("first");
    for (const offset of [-1, 25_001, 1.5]) expect(await refused({ arguments: { offset } })).toBe("offset");
    const foreign: Partial<PageRequest>[] = [
      { arguments: { after: endCursor, offset: 1 } },
      { arguments: { after: "" } },
      { arguments: { after: "x" } },
      { arguments: { after: endCursor }, filter: { label: { equalTo: "a" } } },
      { arguments: { after: endCursor }, orderBy: ["PRIMARY_KEY_DESC"] },
      { arguments: { after: endCursor }, operation: "list_others" },
      { arguments: { after: endCursor }, workspaceId: newId() },
    ];
    for (const more of foreign) expect(await refused(more), JSON.stringify(more)).toBe("after");
    expect(await refused({ arguments: { after: endCursor, offset: 0 } })).toBe("served");
    expect(await refused({ orderBy: ["COLOR_ASC"] })).toBe("orderBy.0");
  });

  it.each([[["CREATED_AT_DESC"]], [["MOOD_ASC"]], [["LABEL_DESC", "RANK_ASC"]]])(
    "lose no row and give none twice while others insert and delete: 10,000 rows by %j",
    async (orderBy) => {
      const workspace = newId();
      const choose = chooser(7);
      const insert = (howMany: number) =>
        database.admin.query<Thing>(
          `INSERT INTO things (row_id, workspace_id, slug, created_at, rank, mood, label)
           SELECT gen_random_uuid(), $1, 's', '2026-01-01'::timestamptz + (i % 500) * interval '1 ms', i % 7,
                  nullif(i % 5, 4), nullif((array['a', 'É', '', '😀', 'b'])[1 + i % 5], 'b')
           FROM generate_series(1, $2::int) i RETURNING row_id AS id`,
          [workspace, howMany],
        );
      const originals = new Set((await insert(10_000)).rows.map(({ id }) => id));
      const inserted: string[] = [];
      const seen: string[] = [];
      let over = false;
      const otherClient = async () => {
        while (!over) {
          inserted.push(...(await insert(20)).rows.map(({ id }) => id));
          const last = seen.at(-1);
          const gone = [choose(inserted), choose(inserted), ...(last ? [last] : [])];
          await database.admin.query("DELETE FROM things WHERE row_id = ANY($1)", [gone]);
          for (const id of gone) originals.delete(id);
        }
      };
      const other = otherClient();
      let after: string | null = null;
      do {
        const connection = await page({ workspaceId: workspace, orderBy, arguments: { first: 100, after } });
        seen.push(...idsOf(connection));
        after = connection.pageInfo.endCursor;
      } while (after !== null);
      over = true;
      await other;
      expect(inserted.length).toBeGreaterThan(100);
      const distinct = new Set(seen);
      expect(distinct.size).toBe(seen.length);
      expect([...originals].filter((id) => !distinct.has(id))).toEqual([]);
    },
  );
});
