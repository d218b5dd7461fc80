import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { polling } from "@offergraph/testkit/timeouts";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, type Mock, test, vi } from "vitest";
import { ensureDatabase } from "./ensure-database.js";
import { migrate } from "./migrate.js";
import { MigrationPool } from "./migration-pool.js";
import { kitMigrations, log, type MigrationsFolder } from "./testing/fixtures.js";

let migrations: MigrationsFolder;
let connectionString: string;
let name: string;
const run = () => migrate({ connectionString, migrationsDirectory: migrations.path, log });

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  return client.query<Row>(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  );
}

beforeEach(async () => {
  migrations = await kitMigrations();
  name = `migrate_${process.pid}_${Date.now()}`;
  connectionString = await ensureDatabase(inject("adminUrl"), name, "test_migrate");
});

afterEach(async () => {
  await migrations.remove();
  await ask(inject("adminUrl"), `DROP DATABASE ${name} WITH (FORCE)`);
});

test("migrations are applied once in name order and recorded in Prisma's table", async () => {
  await migrations.put("20260103000000_b", "ALTER TABLE a ADD COLUMN b int;");
  await migrations.put("20260102000000_a", "CREATE TABLE a (id int);");
  expect(await run()).toEqual(["20260101000000_kit", "20260102000000_a", "20260103000000_b"]);
  expect(await run()).toEqual([]);
  await migrations.put("20260104000000_c", "ALTER TABLE a ADD COLUMN c int;");
  expect(await run()).toEqual(["20260104000000_c"]);
  const [row] = await ask(connectionString, "SELECT *, length(checksum) AS length FROM _prisma_migrations WHERE migration_name ~ 'c$'");
  expect(row).toMatchObject({ length: 64, applied_steps_count: 1, rolled_back_at: null, finished_at: expect.any(Date) });
});

test("leaves no timer that keeps the process alive", async () => {
  const started = vi.spyOn(globalThis, "setTimeout");
  let timers: NodeJS.Timeout[] = [];
  try {
    await run();
    timers = started.mock.results.map(({ value }) => value);
  } finally {
    started.mockRestore();
  }
  expect(timers.length).toBeGreaterThan(0);
  expect(timers.filter((timer) => timer.hasRef())).toEqual([]);
});

test("concurrent replicas apply each migration once", async () => {
  await migrations.put("20260102000000_count", "CREATE TABLE runs (id int); INSERT INTO runs VALUES (1);");
  const applied = await Promise.all([run(), run(), run(), run()]);
  expect(applied.flat()).toEqual(["20260101000000_kit", "20260102000000_count"]);
  expect(await ask(connectionString, "SELECT * FROM runs")).toHaveLength(1);
});

test("a script may contain functions and strings with semicolons", async () => {
  await migrations.put(
    "20260102000000_function",
    `CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END; $$; CREATE TABLE t AS SELECT 'a;b' AS text;`,
  );
  await run();
  expect(await ask(connectionString, "SELECT two(), text FROM t")).toEqual([{ two: 2, text: "a;b" }]);
});

test("an edited migration is rejected, and nothing is applied", async () => {
  await migrations.put("20260102000000_a", "CREATE TABLE a (id int);");
  await run();
  await migrations.put("20260102000000_a", "CREATE TABLE a (id bigint);");
  await migrations.put("20260103000000_b", "CREATE TABLE b (id int);");
  await expect(run()).rejects.toThrow("20260102000000_a was edited after it was applied");
  expect(await ask(connectionString, "SELECT to_regclass('b') AS b")).toEqual([{ b: null }]);
});

test("a failed migration reports its name and reason, is rolled back and is retried at the next start", async () => {
  await migrations.put("20260102000000_bad", "CREATE TABLE half (id int); SELECT 1 / 0;");
  for (let time = 1; time <= 2; time += 1) {
    await expect(run()).rejects.toThrow("Migration 20260102000000_bad failed: ERROR: division by zero");
    expect(await ask(connectionString, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
  }
  await migrations.put("20260102000000_bad", "CREATE TABLE half (id int);");
  expect(await run()).toEqual(["20260102000000_bad"]);
});

test("a killed migration is retried", async () => {
  await migrations.put("20260102000000_slow", "CREATE TABLE slow (id int); SELECT pg_sleep(60);");
  const script = fileURLToPath(new URL("./testing/migrate-child.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", script, connectionString, migrations.path]);
  const sleeping =
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query ~ 'CREATE TABLE slow' AND wait_event = 'PgSleep'";
  await vi.waitFor(async () => expect(await ask(connectionString, sleeping)).toHaveLength(1), { ...polling, interval: 100 });
  child.kill("SIGKILL");
  await migrations.put("20260102000000_slow", "CREATE TABLE slow (id int);");
  expect(await run()).toEqual(["20260102000000_slow"]);
  expect(
    await ask(connectionString, "SELECT count(finished_at)::int AS finished, count(rolled_back_at)::int AS undone FROM _prisma_migrations"),
  ).toEqual([{ finished: 2, undone: 1 }]);
});

test("indexes are created concurrently by one of several replicas, while a transaction writes", async () => {
  await migrations.put("20260102000000_a", "CREATE TABLE a (id int);");
  await run();
  const script = "-- For lists; of all rows.\nDROP INDEX CONCURRENTLY IF EXISTS a_id;\nCREATE INDEX CONCURRENTLY a_id ON a(id);\n";
  await migrations.put("20260103000000_b", script);
  const writer = new pg.Client(connectionString);
  await writer.connect();
  try {
    await writer.query("BEGIN; INSERT INTO a VALUES (1)");
    const runs = Promise.all([run(), run(), run()]);
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^CREATE INDEX' AND wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect(await ask(connectionString, waiting)).toHaveLength(1), polling);
    await ask(connectionString, "INSERT INTO a VALUES (2)");
    await writer.query("COMMIT");
    expect((await runs).flat()).toEqual(["20260103000000_b"]);
  } finally {
    await writer.end();
  }
  expect(await ask(connectionString, "SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_id'::regclass")).toEqual([
    { indisvalid: true },
  ]);
});

test("an index that could not be created is created at the next start", async () => {
  await migrations.put("20260102000000_a", "CREATE TABLE a (id int); INSERT INTO a VALUES (1), (1);");
  await migrations.put("20260103000000_b", "DROP INDEX CONCURRENTLY IF EXISTS a_id; CREATE UNIQUE INDEX CONCURRENTLY a_id ON a(id);");
  await expect(run()).rejects.toThrow("Migration 20260103000000_b failed");
  await ask(connectionString, "DELETE FROM a");
  expect(await run()).toEqual(["20260103000000_b"]);
  expect(await ask(connectionString, "SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_id'::regclass")).toEqual([
    { indisvalid: true },
  ]);
});

/** Blocks ALTER TABLE on the table `a` until the returned function is called. */
async function lockTable(): Promise<() => Promise<void>> {
  const reader = new pg.Client(connectionString);
  await reader.connect();
  await reader.query("BEGIN; SELECT FROM a");
  return () => reader.end();
}

test("a migration gives way to other statements while a transaction holds a lock", async () => {
  await migrations.put("20260102000000_a", "CREATE TABLE a (id int);");
  await run();
  await migrations.put("20260103000000_b", "CREATE TABLE b (id int); ALTER TABLE a ADD COLUMN b int;");
  const release = await lockTable();
  const logs = [1, 2, 3].map(() => ({ ...log, info: vi.fn(), warn: vi.fn() }) as unknown as typeof log & { warn: Mock });
  const lockWait = { timeoutMs: 200, maxAttempts: 1_000, firstPauseMs: 50 };
  const runs = Promise.all(logs.map((one) => migrate({ connectionString, migrationsDirectory: migrations.path, log: one, lockWait })));
  const retries = () => logs.map(({ warn }) => warn.mock.calls);
  try {
    await vi.waitFor(() => expect(retries().flat().length).toBeGreaterThanOrEqual(2), polling);
    await ask(connectionString, "INSERT INTO a VALUES (1)");
  } finally {
    await release();
  }
  expect((await runs).flat()).toEqual(["20260103000000_b"]);
  expect(await ask(connectionString, "SELECT id, b FROM a")).toEqual([{ id: 1, b: null }]);
  // Only one replica logs warnings, because it keeps the migration lock between its attempts.
  expect(retries().filter((calls) => calls.length > 0)).toHaveLength(1);
  expect(retries().flat().slice(0, 2)).toEqual(
    [1, 2].map((attempt) => [
      { migration: "20260103000000_b", attempt, pauseMs: 50 * attempt, reason: "canceling statement due to lock timeout" },
      "migration could not get a lock; retrying",
    ]),
  );
});

test("a migration that never gets its lock changes nothing and reports what to do", async () => {
  await migrations.put("20260102000000_a", "CREATE TABLE a (id int);");
  await run();
  await migrations.put("20260103000000_b", "CREATE TABLE b (id int); ALTER TABLE a ADD COLUMN b int;");
  const release = await lockTable();
  const lockWait = { timeoutMs: 20, maxAttempts: 3, firstPauseMs: 1 };
  await expect(migrate({ connectionString, migrationsDirectory: migrations.path, log, lockWait })).rejects.toThrow(
    "Migration 20260103000000_b failed: ERROR: canceling statement due to lock timeout. All 3 attempts failed, and nothing was changed. Find the transaction that holds the lock (pg_stat_activity, pg_blocking_pids). End the transaction that holds the lock, or wait until that transaction has ended. Then start the service again.",
  );
  await release();
  expect(await ask(connectionString, "SELECT to_regclass('b') AS b")).toEqual([{ b: null }]);
  expect(await run()).toEqual(["20260103000000_b"]);
});

test("a replica that loses its session stops, and another replica builds the index", async () => {
  await migrations.put("20260102000000_a", "CREATE TABLE a (id int);");
  await run();
  await migrations.put("20260103000000_b", "DROP INDEX CONCURRENTLY IF EXISTS a_id; CREATE INDEX CONCURRENTLY a_id ON a(id);");
  const writer = new pg.Client(connectionString);
  await writer.connect();
  try {
    await writer.query("BEGIN; INSERT INTO a VALUES (1)");
    const runs = Promise.allSettled([run(), run()]);
    const waiting =
      "FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(CREATE|DROP) INDEX' AND wait_event_type = 'Lock'";
    const kill = `SELECT pg_terminate_backend(pid) ${waiting}`;
    await vi.waitFor(async () => expect(await ask(connectionString, kill)).toHaveLength(1), polling);
    await vi.waitFor(async () => expect(await ask(connectionString, `SELECT ${waiting}`)).toHaveLength(1), polling);
    await writer.query("COMMIT");
    const [lost, done] = (await runs).sort((one) => (one.status === "rejected" ? -1 : 1));
    expect(lost).toMatchObject({ status: "rejected" });
    expect(done).toEqual({ status: "fulfilled", value: ["20260103000000_b"] });
  } finally {
    await writer.end();
  }
  expect(await ask(connectionString, "SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_id'::regclass")).toEqual([
    { indisvalid: true },
  ]);
});

test("a lost session is not replaced, because a new session would not hold the migration lock", async () => {
  const pool = new MigrationPool(connectionString);
  await expect(pool.query("SELECT 1 / 0")).rejects.toThrow("division by zero");
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const removed = new Promise((resolve) => pool.once("remove", resolve));
  await ask(connectionString, `SELECT pg_terminate_backend(${rows[0]?.pid})`);
  await removed;
  await expect(pool.query("SELECT 1")).rejects.toThrow("connection that holds the migration lock was lost");
  await pool.end();
});

test("a database that is ahead of the code is not changed", async () => {
  await migrations.put("20260102000000_a", "CREATE TABLE a (id int);");
  await run();
  const older = await kitMigrations();
  expect(await migrate({ connectionString, migrationsDirectory: older.path, log })).toEqual([]);
  await older.remove();
});
