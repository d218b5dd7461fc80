import { randomUUID } from "node:crypto";
import { systemClock } from "@offergraph/shared/time/clock";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/statement.js";
import { log, type Things, thingsDatabase } from "../db/testing/fixtures.js";
import { workspaceReader } from "../db/workspace-reader.js";
import { createRawClient, type RawPrisma } from "../subgraph/testing/raw-client.js";
import { createDatabase, type Database } from "./database.js";
import { keepOpen } from "./transaction.js";
import type { Tx } from "./tx.js";

const insert = (tx: Tx<RawPrisma>, workspaceId: string, name: string) =>
  tx.prisma.$executeRawUnsafe("INSERT INTO things VALUES ($1::uuid, gen_random_uuid(), $2)", workspaceId, name);

let things: Things;
let pool: pg.Pool;
let database: Database<RawPrisma>;
let mine: string;
let other: string;

const databaseOn = (of: pg.Pool) =>
  createDatabase<RawPrisma>({ pool: of, createClient: createRawClient, log, clock: systemClock, notify: () => undefined });

beforeAll(async () => {
  things = await thingsDatabase();
  pool = things.pool(6);
  database = databaseOn(pool);
});

beforeEach(() => {
  mine = randomUUID();
  other = randomUUID();
});

afterAll(() => things.close());

const names = (workspaceId: string) =>
  workspaceReader(pool).read<{ name: string }>(workspaceId, sql`SELECT name FROM things ORDER BY name`);

describe("a write", () => {
  test("is atomic and returns the effect's result", async () => {
    expect(await database.transaction({ workspaceId: mine }, (tx) => insert(tx, mine, "kept"))).toBe(1);
    const refused = database.transaction({ workspaceId: mine }, async (tx) => {
      await insert(tx, mine, "lost");
      throw new Error("a rule says no");
    });
    await expect(refused).rejects.toThrow("a rule says no");
    expect(await names(mine)).toEqual([{ name: "kept" }]);
  });

  test("cannot insert, read, update or delete rows of another workspace", async () => {
    await database.transaction({ workspaceId: other }, (tx) => insert(tx, other, "theirs"));
    await expect(database.transaction({ workspaceId: mine }, (tx) => insert(tx, other, "forged"))).rejects.toThrow("row-level security");
    await expect(
      database.transaction({ workspaceId: mine }, async (tx) => {
        await insert(tx, mine, "moved");
        await tx.prisma.$executeRawUnsafe("UPDATE things SET workspace_id = $1::uuid", other);
      }),
    ).rejects.toThrow("row-level security");
    const touched = await database.transaction({ workspaceId: mine }, async (tx) => ({
      updated: await tx.prisma.$executeRawUnsafe("UPDATE things SET name = 'mine now'"),
      deleted: await tx.prisma.$executeRawUnsafe("DELETE FROM things"),
      seen: await tx.sql(sql`SELECT * FROM things`),
    }));
    expect(touched).toEqual({ updated: 0, deleted: 0, seen: [] });
    expect(await names(other)).toEqual([{ name: "theirs" }]);
  });

  test("needs a workspace: without one nothing is written or visible", async () => {
    await expect(pool.query("INSERT INTO things VALUES ($1::uuid, gen_random_uuid(), 'forgotten')", [mine])).rejects.toThrow(
      "row-level security",
    );
    expect((await pool.query("SELECT * FROM things")).rows).toEqual([]);
  });

  test("keeps its workspace isolated from concurrent reads and writes of others", async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const id = ids[index % ids.length] as string;
        const fails = index % 7 === 0;
        const write = database.transaction({ workspaceId: id }, async (tx) => {
          await insert(tx, id, id);
          if (fails) await tx.prisma.$executeRawUnsafe("SELECT 1 / 0");
          return tx.sql<{ name: string }>(sql`SELECT name FROM things`);
        });
        const seen = await (fails
          ? expect(write)
              .rejects.toThrow()
              .then(() => names(id))
          : write);
        expect(seen.every(({ name }) => name === id)).toBe(true);
        expect((await names(id)).every(({ name }) => name === id)).toBe(true);
      }),
    );
    expect((await pool.query("SELECT * FROM things")).rows).toEqual([]);
  });
});

describe("sql", () => {
  test("sees the transaction's writes as plain rows and accepts the same values as the lean reader", async () => {
    const values = sql`SELECT ${"É'"} AS text, 12.30 AS numeric, count(*) AS count, ${["a", "b,c"]}::text[] AS list, ${{ a: 1 }}::jsonb AS json,
      ${new Date("2026-01-02T03:04:05.678Z")}::timestamptz AS at, ${5}::int AS number, ${null}::uuid AS nothing FROM things`;
    const { inside, added } = await database.transaction({ workspaceId: mine }, async (tx) => ({
      added: await tx.sql(sql`INSERT INTO things VALUES (${mine}, gen_random_uuid(), ${"new"}) RETURNING name, length(name) AS length`),
      inside: await tx.sql(values),
    }));
    expect(added).toEqual([{ name: "new", length: 3 }]);
    expect(inside).toEqual([
      {
        text: "É'",
        numeric: "12.30",
        count: "1",
        list: ["a", "b,c"],
        json: { a: 1 },
        at: "2026-01-02T03:04:05.678Z",
        number: 5,
        nothing: null,
      },
    ]);
    expect(inside).toEqual(await workspaceReader(pool).read(mine, values));
  });

  test("rejects with the database's error unchanged", async () => {
    await expect(database.transaction({ workspaceId: mine }, (tx) => tx.sql(sql`SELECT 1 / 0`))).rejects.toBeInstanceOf(pg.DatabaseError);
  });
});

describe("a conflict", () => {
  test.each([
    ["a serialization failure in Prisma's statement", "40001", false],
    ["a deadlock in sql", "40P01", true],
  ])("runs the effect again, at most 3 times: %s", async (_, code, inRead) => {
    const raise = `DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '${code}'; END $$`;
    let attempts = 0;
    const effect = (conflicts: number) => async (tx: Tx<RawPrisma>) => {
      attempts += 1;
      await insert(tx, mine, `attempt ${attempts}`);
      if (attempts > conflicts) return;
      if (inRead) await tx.sql(sql([raise]));
      else await tx.prisma.$executeRawUnsafe(raise);
    };
    await database.transaction({ workspaceId: mine }, effect(3));
    expect(await names(mine)).toEqual([{ name: "attempt 4" }]);
    attempts = 0;
    await expect(database.transaction({ workspaceId: mine }, effect(9))).rejects.toThrow("conflict");
    expect(attempts).toBe(4);
  });

  test("between two writes ends with both committed", async () => {
    await database.transaction({ workspaceId: mine }, async (tx) => {
      await insert(tx, mine, "a");
      await insert(tx, mine, "b");
    });
    let locked = 0;
    let bothLocked: () => void = () => undefined;
    const meeting = new Promise<void>((resolve) => {
      bothLocked = resolve;
    });
    const swap = (first: string, second: string) =>
      database.transaction({ workspaceId: mine }, async (tx) => {
        await tx.prisma.$executeRawUnsafe("UPDATE things SET id = gen_random_uuid() WHERE name = $1", first);
        locked += 1;
        if (locked === 2) bothLocked();
        await meeting;
        await tx.prisma.$executeRawUnsafe("UPDATE things SET id = gen_random_uuid() WHERE name = $1", second);
      });
    await Promise.all([swap("a", "b"), swap("b", "a")]);
    expect(locked).toBeGreaterThan(2);
  });
});

test("a write with a failed statement is not reported as committed if the effect swallows the error", async () => {
  const hidden = database.transaction({ workspaceId: mine }, async (tx) => {
    await insert(tx, mine, "lost");
    await tx.sql(sql`SELECT 1 / 0`).catch(() => undefined);
  });
  await expect(hidden).rejects.toThrow();
  expect(await names(mine)).toEqual([]);
  expect(await database.transaction({ workspaceId: mine }, (tx) => insert(tx, mine, "next"))).toBe(1);
});

test("a write without a response fails and releases its connection; idle connections are kept", async () => {
  const several = ["a", "b", "c", "d", "e", "f"];
  const small = things.pool(several.length + 1, { statementTimeout: 3_000 });
  const shortTimeout = databaseOn(small);
  let answered: () => void = () => undefined;
  const silence = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const quiet = several.map((name) =>
    shortTimeout.transaction({ workspaceId: mine }, async (tx) => {
      await silence;
      return insert(tx, mine, name);
    }),
  );
  const hanging = shortTimeout.transaction({ workspaceId: mine }, async (tx) => {
    await tx.prisma.$executeRawUnsafe("SET LOCAL statement_timeout = 0");
    await tx.sql(sql`SELECT pg_sleep(60)`);
  });
  await expect(hanging).rejects.toThrow("The database did not respond within 5000 ms.");
  expect(small.totalCount).toBe(several.length);
  answered();
  expect(await Promise.all(quiet)).toEqual(several.map(() => 1));
});

describe("a transaction that is kept open for reads", () => {
  test("is rolled back after its time, also while a statement runs, and rejects later reads", async () => {
    const own = things.pool(1);
    const connection = await own.connect();
    await connection.query("BEGIN; CREATE TABLE kept (id int)");
    const { read, end } = keepOpen(connection, 100);
    const slow = read<{ table: string | null }>(sql`SELECT pg_sleep(0.3), to_regclass('kept')::text AS table`);
    // The pool has only one connection, so this query starts after the rollback.
    const after = own.query("SELECT to_regclass('kept')::text AS table");
    expect(await slow).toMatchObject([{ table: "kept" }]);
    expect((await after).rows).toEqual([{ table: null }]);
    await expect(read(sql`SELECT 1`)).rejects.toMatchObject({ code: "dry_run_limit" });
    await end();
    expect(own.idleCount).toBe(1);
  });
});
