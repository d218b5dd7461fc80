import { randomUUID } from "node:crypto";
import { defineEvent } from "@offergraph/shared/contracts/define-event";
import { systemClock } from "@offergraph/shared/time/clock";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { sql } from "../db/statement.js";
import { log, type Things, thingsDatabase } from "../db/testing/fixtures.js";
import { createRawClient, type RawPrisma } from "../subgraph/testing/raw-client.js";
import { createDatabase, type Database, limited } from "./database.js";
import type { Tx } from "./tx.js";

const thingCreated = defineEvent({
  subject: "offergraph.trial.thing.created.v1",
  description: "A thing was created.",
  recordId: "the thing's id",
  data: z.object({ name: z.string() }),
});

let things: Things;
let pool: pg.Pool;
let database: Database<RawPrisma>;
let mine: string;
let other: string;
const notify = vi.fn();
const databaseOf = (of: pg.Pool) => createDatabase<RawPrisma>({ pool: of, createClient: createRawClient, log, clock: systemClock, notify });

beforeAll(async () => {
  things = await thingsDatabase();
  pool = things.pool(4);
  database = databaseOf(pool);
});
beforeEach(() => {
  mine = randomUUID();
  other = randomUUID();
  notify.mockClear();
});
afterAll(() => things.close());

type AnyTx = Pick<Tx<RawPrisma>, "prisma" | "sql" | "workspaceId">;
const byPrisma = ({ prisma, workspaceId }: AnyTx, name: string) =>
  prisma.$executeRawUnsafe("INSERT INTO things VALUES ($1::uuid, gen_random_uuid(), $2)", workspaceId, name);
const bySql = (tx: Omit<AnyTx, "prisma">, name: string) =>
  tx.sql(sql`INSERT INTO things VALUES (${tx.workspaceId}::uuid, gen_random_uuid(), ${name})`);
const seenBySql = async ({ sql: run }: AnyTx) =>
  (await run<{ name: string }>(sql`SELECT name FROM things ORDER BY name`)).map(({ name }) => name);
const seenByPrisma = async ({ prisma }: AnyTx) =>
  (await prisma.$queryRawUnsafe<{ name: string }[]>("SELECT name FROM things ORDER BY name")).map(({ name }) => name);
const names = async (workspaceId: string) =>
  (await database.read<{ name: string }>(workspaceId, sql`SELECT name FROM things ORDER BY name`)).map(({ name }) => name);

describe("sql and prisma in one transaction", () => {
  test("see each other's writes and commit together", async () => {
    await database.transaction({ workspaceId: mine }, async (tx) => {
      await bySql(tx, "a");
      await byPrisma(tx, "b");
      expect(await seenByPrisma(tx)).toEqual(["a", "b"]);
      expect(await seenBySql(tx)).toEqual(["a", "b"]);
    });
    expect(await names(mine)).toEqual(["a", "b"]);
  });

  test("roll back together", async () => {
    const failed = database.transaction({ workspaceId: mine }, async (tx) => {
      await byPrisma(tx, "a");
      await bySql(tx, "b");
      throw new Error("a rule says no");
    });
    await expect(failed).rejects.toThrow("a rule says no");
    expect(await names(mine)).toEqual([]);
  });

  test.each([
    ["Prisma", (tx: AnyTx) => tx.prisma.$executeRawUnsafe("SELECT 1 / 0")],
    ["sql", (tx: AnyTx) => tx.sql(sql`SELECT 1 / 0`)],
  ])("abort together when %s fails, even if the effect catches the error", async (_, fail) => {
    const swallowed = database.transaction({ workspaceId: mine }, async (tx) => {
      await byPrisma(tx, "a");
      await bySql(tx, "b");
      await fail(tx).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow("rolled back");
    expect(await names(mine)).toEqual([]);
    await database.transaction({ workspaceId: mine }, (tx) => byPrisma(tx, "next"));
    expect(await names(mine)).toEqual(["next"]);
  });

  test("never see another workspace, with interleaved transactions, failures and reads", async () => {
    const ids = [mine, other];
    const tasks = Array.from({ length: 160 }, async (_, index) => {
      const workspaceId = ids[index % 2] as string;
      const done = database.transaction({ workspaceId }, async (tx) => {
        await (index % 3 === 0 ? byPrisma : bySql)(tx, workspaceId);
        if (index % 7 === 0) await tx.prisma.$executeRawUnsafe("SELECT 1 / 0");
        if (index % 11 === 0) throw new Error("a rule says no");
        return [...(await seenByPrisma(tx)), ...(await seenBySql(tx))];
      });
      const seen = await done.catch(() => names(workspaceId));
      expect(new Set(seen)).toEqual(new Set(seen.length > 0 ? [workspaceId] : []));
    });
    await Promise.all(tasks);
    expect((await pool.query("SELECT * FROM things")).rows).toEqual([]);
  });

  test("cannot write to another workspace", async () => {
    const forged = { workspaceId: other };
    await expect(database.transaction({ workspaceId: mine }, (tx) => bySql({ ...forged, sql: tx.sql }, "x"))).rejects.toThrow(
      "row-level security",
    );
    await expect(
      database.transaction({ workspaceId: mine }, (tx) => byPrisma({ ...forged, sql: tx.sql, prisma: tx.prisma }, "x")),
    ).rejects.toThrow("row-level security");
    await expect(database.transaction({ workspaceId: "'; DROP TABLE things" }, async () => undefined)).rejects.toThrow(
      "valid workspace id",
    );
  });

  test("are unusable after the end; Prisma's operations that nobody awaited end first", async () => {
    let kept: Tx<RawPrisma> | undefined;
    let late: Promise<unknown> = Promise.resolve();
    await database.transaction({ workspaceId: mine }, async (tx) => {
      kept = tx;
      late = byPrisma(tx, "unawaited").catch((error: Error) => error.message);
      await bySql(tx, "a");
    });
    expect(await names(mine)).toEqual((await late) === 1 ? ["a", "unawaited"] : ["a"]);
    await expect(kept?.sql(sql`SELECT 1`)).rejects.toThrow("after it had ended");
    expect(() => kept?.prisma).toThrow("after it had ended");
  });
});

describe("a statement by autocommit", () => {
  const now = new Date();
  const tx = (workspaceId: string) => database.autocommit({ workspaceId, now });

  test("is committed in one round trip, and the connection's next read is read-only and scoped", async () => {
    const single = things.pool(1);
    const one = databaseOf(single);
    const queries = vi.spyOn(pg.Client.prototype, "query");
    const insert = sql`INSERT INTO things VALUES (${mine}::uuid, gen_random_uuid(), 'a') RETURNING name`;
    expect(await one.autocommit({ workspaceId: mine, now }).sql(insert)).toEqual([{ name: "a" }]);
    expect(queries).toHaveBeenCalledTimes(1);
    queries.mockRestore();
    await expect(one.read(mine, insert)).rejects.toThrow("read-only transaction");
    expect(await names(mine)).toEqual(["a"]);
    expect((await single.query("SELECT * FROM things")).rows).toEqual([]);
  });

  test("cannot write to another workspace, and changes nothing if it fails", async () => {
    await expect(bySql({ ...tx(mine), workspaceId: other }, "x")).rejects.toThrow("row-level security");
    const partly = sql`WITH made AS (INSERT INTO things VALUES (${mine}::uuid, gen_random_uuid(), 'x') RETURNING name)
      SELECT 1 / (length(name) - 1) FROM made`;
    await expect(tx(mine).sql(partly)).rejects.toThrow("division by zero");
    expect(await names(mine)).toEqual([]);
    await expect(tx("'; DROP TABLE things").sql(sql`SELECT 1`)).rejects.toThrow("valid workspace id");
  });

  test("runs again after a deadlock", async () => {
    const lock = (first: string, second: string) =>
      tx(mine).sql(sql`SELECT pg_advisory_xact_lock(hashtext(${first})) IS NULL, pg_sleep(0.1) IS NULL,
        pg_advisory_xact_lock(hashtext(${second})) IS NULL`);
    expect(await Promise.all([lock("a", "b"), lock("b", "a")])).toHaveLength(2);
  });
});

describe("a conflict", () => {
  test.each([
    ["40001", "Prisma", (tx: AnyTx, raise: string) => tx.prisma.$executeRawUnsafe(raise)],
    ["40P01", "sql", (tx: AnyTx, raise: string) => tx.sql(sql([raise]))],
  ])("%s in %s runs the effect again, at most 3 times, and forgets what the failed run emitted", async (code, _, run) => {
    const raise = `DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '${code}'; END $$`;
    const [attempts, committed] = [vi.fn(), vi.fn()];
    const effect = (conflicts: number) => async (tx: Tx<RawPrisma, typeof thingCreated>) => {
      attempts(tx.now);
      const number = attempts.mock.calls.length;
      await bySql(tx, `attempt ${number}`);
      tx.emit(thingCreated, `attempt ${number}`, { name: "a" });
      tx.onCommit(committed);
      if (number <= conflicts) await run(tx, raise);
    };
    await database.transaction({ workspaceId: mine, emits: [thingCreated] }, effect(3));
    expect(await names(mine)).toEqual(["attempt 4"]);
    expect(committed.mock.calls).toEqual([[["attempt 4"]]]);
    expect(new Set(attempts.mock.calls.flat()).size).toBe(1);
    attempts.mockClear();
    await expect(database.transaction({ workspaceId: mine, emits: [thingCreated] }, effect(9))).rejects.toThrow("conflict");
    expect(attempts).toHaveBeenCalledTimes(4);
    expect(notify).toHaveBeenCalledTimes(1);
  });
});

describe("events", () => {
  const outbox = (workspaceId: string) =>
    database.read<{ event: object }>(
      workspaceId,
      sql`SELECT event FROM outbox_events WHERE workspace_id = ${workspaceId}::uuid ORDER BY sequence`,
    );

  test("are written with the change, with the cause's request and the actor, and notify the relay once", async () => {
    const actor = { keyId: randomUUID(), memberId: randomUUID() };
    const options = { workspaceId: mine, actor, requestId: "request", emits: [thingCreated] };
    await database.transaction(options, async (tx) => {
      expect(await outbox(mine)).toEqual([]);
      tx.emit(thingCreated, "one", { name: "a" });
      tx.emit(thingCreated, "two", { name: "b" }, { requestId: "other" });
    });
    const common = { type: thingCreated.subject, actorkeyid: actor.keyId, workspaceid: mine };
    expect((await outbox(mine)).map(({ event }) => event)).toMatchObject([
      { ...common, subject: "one", requestid: "request" },
      { ...common, subject: "two", requestid: "other" },
    ]);
    expect(notify).toHaveBeenCalledTimes(1);
  });

  test("are not written after a rollback, and callbacks do not run", async () => {
    const committed = vi.fn();
    const failed = database.transaction({ workspaceId: mine, emits: [thingCreated] }, async (tx) => {
      tx.emit(thingCreated, "one", { name: "a" });
      tx.onCommit(committed);
      throw new Error("a rule says no");
    });
    await expect(failed).rejects.toThrow("a rule says no");
    expect(await outbox(mine)).toEqual([]);
    expect([notify.mock.calls, committed.mock.calls]).toEqual([[], []]);
  });
});

test("a lost connection rejects the transaction and is replaced", async () => {
  const single = things.pool(1);
  const one = databaseOf(single);
  const killed = one.transaction({ workspaceId: mine }, async (tx) => {
    await bySql(tx, "lost");
    const [{ pid }] = (await tx.sql<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)) as [{ pid: number }];
    await pool.query("SELECT pg_terminate_backend($1)", [pid]);
    await byPrisma(tx, "lost too");
  });
  await expect(killed).rejects.toThrow();
  await one.transaction({ workspaceId: mine }, (tx) => byPrisma(tx, "kept"));
  expect(await names(mine)).toEqual(["kept"]);
});

test("read refuses statements that write", async () => {
  for (const statement of [
    sql`INSERT INTO things VALUES (${mine}::uuid, gen_random_uuid(), 'a')`,
    sql`WITH gone AS (DELETE FROM things RETURNING id) SELECT id FROM gone`,
    sql`SELECT name FROM things FOR UPDATE`,
  ])
    for (let time = 1; time <= 3; time += 1) await expect(database.read(mine, statement)).rejects.toMatchObject({ code: "25006" });
  await database.transaction({ workspaceId: mine }, (tx) => bySql(tx, "a"));
  expect(await names(mine)).toEqual(["a"]);
});

test("a limit makes transactions take turns", async () => {
  let running = 0;
  let last: Promise<unknown> = Promise.resolve();
  const oneByOne = limited(database, {
    execute: <Result>(task: () => Promise<Result>): Promise<Result> => {
      const next = last.then(task);
      last = next.catch(() => undefined);
      return next;
    },
  });
  const effect = async (tx: AnyTx) => {
    running += 1;
    await bySql(tx, "a");
    running -= 1;
    return running;
  };
  expect(await Promise.all([1, 2, 3].map(() => oneByOne.transaction({ workspaceId: mine }, effect)))).toEqual([0, 0, 0]);
});

describe("round trips", () => {
  const queriesOf = async (work: () => Promise<unknown>) => {
    const queries = vi.spyOn(pg.Client.prototype, "query");
    try {
      await work();
      return queries.mock.calls.length;
    } finally {
      queries.mockRestore();
    }
  };

  test("the first statement begins the transaction, and the outbox insert commits", async () => {
    const run = () =>
      database.transaction({ workspaceId: mine, emits: [thingCreated] }, async (tx) => {
        await bySql(tx, "a");
        tx.emit(thingCreated, mine, { name: "a" });
      });
    await run();
    expect(await queriesOf(run)).toBe(2);
    expect(await names(mine)).toEqual(["a", "a"]);
  });

  test("a transaction without statements needs none, or one for its events", async () => {
    expect(await queriesOf(() => database.transaction({ workspaceId: mine }, async () => undefined))).toBe(0);
    const emit = () =>
      database.transaction({ workspaceId: mine, emits: [thingCreated] }, async (tx) => tx.emit(thingCreated, mine, { name: "a" }));
    expect(await queriesOf(emit)).toBe(1);
    expect(await database.read(mine, sql`SELECT id FROM outbox_events WHERE workspace_id = ${mine}::uuid`)).toHaveLength(1);
  });
});
