import { randomUUID } from "node:crypto";
import { polling } from "@offergraph/testkit/timeouts";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rawClient } from "../subgraph/testing/raw-client.js";
import { sql } from "./statement.js";
import { log, type Things, thingsDatabase } from "./testing/fixtures.js";
import { workspaceReader } from "./workspace-reader.js";
import { type PrismaTransaction, readIn, type WorkspaceWriter, workspaceWriter } from "./write.js";

const insert = (transaction: PrismaTransaction, workspaceId: string, name: string) =>
  transaction.$executeRawUnsafe("INSERT INTO things VALUES ($1::uuid, gen_random_uuid(), $2)", workspaceId, name);

let things: Things;
let pool: pg.Pool;
let writer: WorkspaceWriter<PrismaTransaction>;
let mine: string;
let other: string;

beforeAll(async () => {
  things = await thingsDatabase();
  pool = things.pool(6);
  writer = workspaceWriter(rawClient(pool), log, polling.timeout);
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
    expect(await writer.write(mine, (transaction) => insert(transaction, mine, "kept"))).toBe(1);
    const refused = writer.write(mine, async (transaction) => {
      await insert(transaction, mine, "lost");
      throw new Error("a rule says no");
    });
    await expect(refused).rejects.toThrow("a rule says no");
    expect(await names(mine)).toEqual([{ name: "kept" }]);
  });

  test("cannot insert, read, update or delete rows of another workspace", async () => {
    await writer.write(other, (transaction) => insert(transaction, other, "theirs"));
    await expect(writer.write(mine, (transaction) => insert(transaction, other, "forged"))).rejects.toThrow("row-level security");
    await expect(
      writer.write(mine, async (transaction) => {
        await insert(transaction, mine, "moved");
        await transaction.$executeRawUnsafe("UPDATE things SET workspace_id = $1::uuid", other);
      }),
    ).rejects.toThrow("row-level security");
    const touched = await writer.write(mine, async (transaction) => ({
      updated: await transaction.$executeRawUnsafe("UPDATE things SET name = 'mine now'"),
      deleted: await transaction.$executeRawUnsafe("DELETE FROM things"),
      seen: await readIn(transaction, sql`SELECT * FROM things`),
    }));
    expect(touched).toEqual({ updated: 0, deleted: 0, seen: [] });
    expect(await names(other)).toEqual([{ name: "theirs" }]);
  });

  test("needs a workspace: without one nothing is written or visible", async () => {
    const plain = rawClient(pool);
    await expect(plain.$transaction((transaction) => insert(transaction, mine, "forgotten"))).rejects.toThrow("row-level security");
    expect(await plain.$transaction((transaction) => readIn(transaction, sql`SELECT * FROM things`))).toEqual([]);
  });

  test("keeps its workspace isolated from concurrent reads and writes of others", async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const id = ids[index % ids.length] as string;
        const fails = index % 7 === 0;
        const write = writer.write(id, async (transaction) => {
          await insert(transaction, id, id);
          if (fails) await transaction.$executeRawUnsafe("SELECT 1 / 0");
          return readIn<{ name: string }>(transaction, sql`SELECT name FROM things`);
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

describe("readIn", () => {
  test("sees the transaction's writes as lean rows and accepts the same values as the lean reader", async () => {
    const values = sql`SELECT ${"É'"} AS text, 12.30 AS numeric, count(*) AS count, ${["a", "b,c"]}::text[] AS list, ${{ a: 1 }}::jsonb AS json,
      ${new Date("2026-01-02T03:04:05.678Z")}::timestamptz AS at, ${5}::int AS number, ${null}::uuid AS nothing FROM things`;
    const { inside, added } = await writer.write(mine, async (transaction) => ({
      added: await readIn(
        transaction,
        sql`INSERT INTO things VALUES (${mine}, gen_random_uuid(), ${"new"}) RETURNING name, length(name) AS length`,
      ),
      inside: await readIn(transaction, values),
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
    await expect(writer.write(mine, (transaction) => readIn(transaction, sql`SELECT 1 / 0`))).rejects.toBeInstanceOf(pg.DatabaseError);
  });

  test("rejects anything but a transaction of the adapter", async () => {
    const elsewhere = { $queryRawUnsafe: async <Result>() => [] as Result, $executeRawUnsafe: async () => 0 };
    await expect(readIn(elsewhere, sql`SELECT 1`)).rejects.toThrow("prismaAdapter");
  });
});

describe("a conflict", () => {
  test.each([
    ["a serialization failure in Prisma's statement", "40001", false],
    ["a deadlock in readIn", "40P01", true],
  ])("runs the effect again, at most 3 times: %s", async (_, code, inRead) => {
    const raise = `DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '${code}'; END $$`;
    let attempts = 0;
    const effect = (conflicts: number) => async (transaction: PrismaTransaction) => {
      attempts += 1;
      await insert(transaction, mine, `attempt ${attempts}`);
      if (attempts > conflicts) return;
      if (inRead) await readIn(transaction, sql([raise]));
      else await transaction.$executeRawUnsafe(raise);
    };
    await writer.write(mine, effect(3));
    expect(await names(mine)).toEqual([{ name: "attempt 4" }]);
    attempts = 0;
    await expect(writer.write(mine, effect(9))).rejects.toThrow("conflict");
    expect(attempts).toBe(4);
  });

  test("between two writes ends with both committed", async () => {
    await writer.write(mine, async (transaction) => {
      await insert(transaction, mine, "a");
      await insert(transaction, mine, "b");
    });
    let locked = 0;
    let bothLocked: () => void = () => undefined;
    const meeting = new Promise<void>((resolve) => {
      bothLocked = resolve;
    });
    const swap = (first: string, second: string) =>
      writer.write(mine, async (transaction) => {
        await transaction.$executeRawUnsafe("UPDATE things SET id = gen_random_uuid() WHERE name = $1", first);
        locked += 1;
        if (locked === 2) bothLocked();
        await meeting;
        await transaction.$executeRawUnsafe("UPDATE things SET id = gen_random_uuid() WHERE name = $1", second);
      });
    await Promise.all([swap("a", "b"), swap("b", "a")]);
    expect(locked).toBeGreaterThan(2);
  });
});

test("a write with a failed statement is not reported as committed if the effect swallows the error", async () => {
  const hidden = writer.write(mine, async (transaction) => {
    await insert(transaction, mine, "lost");
    await readIn(transaction, sql`SELECT 1 / 0`).catch(() => undefined);
  });
  await expect(hidden).rejects.toThrow();
  expect(await names(mine)).toEqual([]);
  expect(await writer.write(mine, (transaction) => insert(transaction, mine, "next"))).toBe(1);
});

test("a write without a response fails and releases its connection; idle connections are kept", async () => {
  const several = ["a", "b", "c", "d", "e", "f"];
  const small = things.pool(several.length + 1, { statementTimeout: 100 });
  const shortTimeout = workspaceWriter(rawClient(small), log);
  let answered: () => void = () => undefined;
  const silence = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const quiet = several.map((name) =>
    shortTimeout.write(mine, async (transaction) => {
      await silence;
      return insert(transaction, mine, name);
    }),
  );
  const hanging = shortTimeout.write(mine, async (transaction) => {
    await transaction.$executeRawUnsafe("SET LOCAL statement_timeout = 0");
    await readIn(transaction, sql`SELECT pg_sleep(60)`);
  });
  await expect(hanging).rejects.toThrow("The database did not respond within 2100 ms.");
  expect(small.totalCount).toBe(several.length);
  answered();
  expect(await Promise.all(quiet)).toEqual(several.map(() => 1));
});
