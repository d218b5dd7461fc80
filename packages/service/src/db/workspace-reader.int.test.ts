import { randomUUID } from "node:crypto";
import { polling } from "@offergraph/testkit/timeouts";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { maxPrepared } from "./scoped-query.js";
import { join, raw, sql } from "./statement.js";
import { type Things, thingsDatabase } from "./testing/fixtures.js";
import { type WorkspaceReader, workspaceReader } from "./workspace-reader.js";

const workspaces = Array.from({ length: 8 }, () => randomUUID());
const workspace = workspaces[0] as string;
let things: Things;
let admin: pg.Client;

beforeAll(async () => {
  things = await thingsDatabase();
  admin = new pg.Client(things.adminUrl);
  await admin.connect();
  for (const [index, id] of workspaces.entries()) {
    await admin.query("INSERT INTO things SELECT $1, gen_random_uuid(), 'thing ' || n FROM generate_series(1, $2::int) n", [id, index + 1]);
  }
});

afterAll(async () => {
  await admin.end();
  await things.close();
});

describe("the scope", () => {
  test("applies to its own statement only, over thousands of concurrent calls with errors", async () => {
    const pool = things.pool(5);
    const reader = workspaceReader(pool);
    const calls = {
      all: (id: string) => reader.read<{ w: string }>(id, sql`SELECT workspace_id AS w FROM things`),
      other: (id: string, other: string) =>
        reader.read<{ w: string }>(id, sql`SELECT workspace_id AS w FROM things WHERE workspace_id = ${other}::uuid`),
      distinct: (id: string, _: string, number: number) =>
        reader.read<{ w: string }>(id, sql`SELECT workspace_id AS w, ${raw(String(number))} FROM things`),
      fails: (id: string) =>
        reader.read<{ w: string }>(id, sql`SELECT workspace_id AS w FROM things WHERE 1 / (length(name) - length(name)) = 1`),
      unreadable: (id: string, _: string, number: number) =>
        reader.read<{ w: string }>(id, sql`SELECT nothing_${raw(String(number))} FROM things`),
      badValue: (id: string) => reader.read<{ w: string }>(id, sql`SELECT workspace_id AS w FROM things WHERE id = ${"no uuid"}::uuid`),
    };
    const call = fc.record({
      kind: fc.constantFrom(...(Object.keys(calls) as (keyof typeof calls)[])),
      by: fc.nat(7),
      other: fc.nat(7),
      number: fc.nat(300),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 200, maxLength: 400 }), async (list) => {
        await Promise.all(
          list.map(async ({ kind, by, other, number }) => {
            const id = workspaces[by] as string;
            const rows = await calls[kind](id, workspaces[other] as string, number).catch((error: pg.DatabaseError) => error.code);
            if (kind === "fails") expect(rows).toBe("22012");
            else if (kind === "unreadable") expect(rows).toBe("42703");
            else if (kind === "badValue") expect(rows).toBe("22P02");
            else expect(rows).toEqual(kind === "other" && by !== other ? [] : Array(by + 1).fill(expect.objectContaining({ w: id })));
          }),
        );
      }),
      { numRuns: 20 },
    );
    expect(pool.totalCount).toBe(5);
    await vi.waitFor(() => expect([pool.idleCount, pool.waitingCount]).toEqual([5, 0]), polling);
    const { rows } = await pool.query("SELECT count(*)::int AS seen, current_setting('app.workspace_id', true) AS scope FROM things");
    expect(rows).toEqual([{ seen: 0, scope: "" }]);
  });

  test("is required: without one no rows are visible, and a read without an id is rejected", async () => {
    const pool = things.pool(1);
    expect((await pool.query("SELECT * FROM things")).rows).toEqual([]);
    await expect(workspaceReader(pool).read("", sql`SELECT 1`)).rejects.toThrow("workspace");
  });
});

test("rows of every type are decoded, also by prepared statements", async () => {
  const reader = workspaceReader(things.pool(1));
  const statement = sql`SELECT true AS "isTrue", 1::int2 AS small, -2 AS int, 1.5::float8 AS float, 0.1::float4 AS single, 9007199254740993 AS big,
    12.30::numeric AS numeric, 'É"\\,{}' AS text, ${workspace}::uuid AS uuid, '2026-01-02'::date AS date,
    '2026-01-02 03:04:05.6789+02'::timestamptz AS at, '2026-01-02 03:04:05Z'::timestamptz AS whole, '2026-01-02 03:04:05.6Z'::timestamptz AS tenth,
    '12026-01-02 00:00Z'::timestamptz AS late, '2026-01-02 03:04'::timestamp AS local, '{"a": [1, "x", null]}'::jsonb AS jsonb, 'null'::json AS json,
    ARRAY['a', 'b c'] AS list, ARRAY['NULL', null, 'a,b', '"', '\\', '', '{}'] AS odd, '{}'::text[] AS empty, ARRAY[[1, 2], [3, 4]] AS nested,
    ARRAY[${workspace}::uuid] AS uuids, ARRAY[1, null, 3] AS ints, ARRAY[true, false] AS booleans, ARRAY[12.30] AS numerics,
    ARRAY['2026-01-02Z'::timestamptz] AS times, ARRAY['{"a":1}'::jsonb] AS documents, null::int AS nothing`;
  const row = {
    isTrue: true,
    small: 1,
    int: -2,
    float: 1.5,
    single: 0.1,
    big: "9007199254740993",
    numeric: "12.30",
    text: 'É"\\,{}',
    uuid: workspace,
    date: "2026-01-02",
    at: "2026-01-02T01:04:05.678Z",
    whole: "2026-01-02T03:04:05.000Z",
    tenth: "2026-01-02T03:04:05.600Z",
    late: "12026-01-02 00:00:00+00",
    local: "2026-01-02T03:04:00.000Z",
    jsonb: { a: [1, "x", null] },
    json: null,
    list: ["a", "b c"],
    odd: ["NULL", null, "a,b", '"', "\\", "", "{}"],
    empty: [],
    nested: [
      [1, 2],
      [3, 4],
    ],
    uuids: [workspace],
    ints: [1, null, 3],
    booleans: [true, false],
    numerics: ["12.30"],
    times: ["2026-01-02T00:00:00.000Z"],
    documents: [{ a: 1 }],
    nothing: null,
  };
  for (let time = 1; time <= 3; time += 1) expect(await reader.read(workspace, statement)).toEqual([row]);
});

describe("the connection", () => {
  let pool: pg.Pool;
  let reader: WorkspaceReader;
  const backend = async () => (await reader.read<{ pid: number }>(workspace, sql`SELECT pg_backend_pid() AS pid`))[0]?.pid;
  beforeAll(() => {
    pool = things.pool(1);
    reader = workspaceReader(pool);
  });

  test("is reused after a failed statement and after a value that cannot be serialized", async () => {
    const before = await backend();
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    for (let time = 1; time <= 3; time += 1) {
      await expect(reader.read(workspace, sql`SELECT 1 / 0`)).rejects.toMatchObject({ code: "22012" });
      await expect(reader.read(workspace, sql`SELEC 1`)).rejects.toMatchObject({ code: "42601" });
      await expect(reader.read(workspace, sql`SELECT ${circular}::jsonb`)).rejects.toThrow("circular");
      await expect(reader.read(workspace, sql``)).rejects.toThrow("empty");
      await expect(reader.read(workspace, sql`COPY things FROM STDIN`)).rejects.toThrow("COPY");
    }
    expect(await backend()).toBe(before);
  });

  test("prepares a bounded number of statements, and none that is used once", async () => {
    const texts = Array.from({ length: maxPrepared * 2 }, (_, index) => sql`SELECT ${raw(String(index))} AS number`);
    for (const [index, text] of texts.entries()) expect(await reader.read(workspace, text)).toEqual([{ number: index }]);
    const prepared = sql`SELECT count(*)::int AS count FROM pg_prepared_statements`;
    expect((await reader.read<{ count: number }>(workspace, prepared))[0]?.count).toBeLessThan(20);
    for (const [index, text] of [...texts, ...texts].entries()) {
      expect(await reader.read(workspace, text)).toEqual([{ number: index % texts.length }]);
    }
    expect((await reader.read<{ count: number }>(workspace, prepared))[0]?.count).toBe(maxPrepared);
  });

  test("recovers when a table of a prepared statement changed, and when the server lost its prepared statements", async () => {
    await admin.query("CREATE TABLE notes AS SELECT 1 AS a; GRANT SELECT ON notes TO PUBLIC");
    const all = sql`SELECT * FROM notes`;
    for (let time = 1; time <= 3; time += 1) expect(await reader.read(workspace, all)).toEqual([{ a: 1 }]);
    await admin.query("ALTER TABLE notes ADD COLUMN b text DEFAULT 'x'");
    expect(await reader.read(workspace, all)).toEqual([{ a: 1, b: "x" }]);
    await pool.query("DEALLOCATE ALL");
    expect(await reader.read(workspace, all)).toEqual([{ a: 1, b: "x" }]);
  });

  test("is replaced when it is lost during a statement, which rejects", async () => {
    const before = await backend();
    const read = reader.read(workspace, sql`SELECT pg_sleep(30)`);
    const ended = expect(read).rejects.toThrow(/terminat/);
    await vi.waitFor(async () => {
      const { rows } = await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND query ~ 'pg_sleep'", [
        before,
      ]);
      expect(rows).toHaveLength(1);
    }, polling);
    await ended;
    expect(await backend()).not.toBe(before);
    expect(pool.totalCount).toBe(1);
  });

  test("is released, and the server's query canceled, when the caller aborts", async () => {
    const controller = new AbortController();
    const slow = sql`SELECT pg_sleep(40)`;
    const running = "SELECT FROM pg_stat_activity WHERE query ~ 'pg_sleep\\(40' AND pid <> pg_backend_pid() AND state = 'active'";
    const read = reader.read(workspace, slow, { signal: controller.signal });
    const waiting = reader.read(workspace, slow, { signal: controller.signal });
    const both = Promise.all([expect(read).rejects.toThrow("no longer"), expect(waiting).rejects.toThrow("no longer")]);
    await vi.waitFor(async () => expect((await admin.query(running)).rowCount).toBe(1), polling);
    controller.abort(new Error("no longer wanted"));
    await both;
    expect(await reader.read(workspace, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await expect(reader.read(workspace, slow, { signal: controller.signal })).rejects.toThrow("no longer");
    await vi.waitFor(async () => expect((await admin.query(running)).rowCount).toBe(0), polling);
  });

  test("is replaced when it does not respond", async () => {
    const small = things.pool(1);
    const slow = workspaceReader(small, 1_000).read(workspace, sql`SELECT pg_sleep(10)`);
    await expect(slow).rejects.toThrow("The database did not respond within 1000 ms.");
    expect(small.totalCount).toBe(0);
    expect(await workspaceReader(small).read(workspace, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  test("times out with a clear error", async () => {
    const small = things.pool(1);
    const client = await small.connect();
    // The first connection may take longer on a slow machine.
    small.options.connectionTimeoutMillis = 1_500;
    await expect(workspaceReader(small).read(workspace, sql`SELECT 1`)).rejects.toThrow(
      "No database connection became available within 1500 ms; all 1 connections of the pool are in use.",
    );
    client.release();
    expect(await workspaceReader(small).read(workspace, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });
});

test("joins a list of values, none of which is interpreted as SQL", async () => {
  const reader = workspaceReader(things.pool(1));
  const names = ["thing 1", "'; DROP TABLE things; --"];
  expect(await reader.read(workspace, sql`SELECT name FROM things WHERE name IN (${join(names)})`)).toEqual([{ name: "thing 1" }]);
});
