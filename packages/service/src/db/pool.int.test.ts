import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { ensureDatabase } from "./ensure-database.js";
import { assertDatabase, createPool, shareOfPool } from "./pool.js";
import { log } from "./testing/fixtures.js";

const adminUrl = inject("adminUrl");
const name = `pool_${process.pid}`;
const pools: pg.Pool[] = [];
const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });

function open(connectionString: string): pg.Pool {
  const pool = createPool({ connectionString, max: 2, applicationName: "pool test", log });
  pools.push(pool);
  return pool;
}

function inDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  for (const database of [name, `${name}_plain`]) await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await admin.query(`DROP ROLE ${name}`);
  await admin.end();
});

test("ensureDatabase creates what assertDatabase accepts, and is idempotent, also concurrently", async () => {
  const urls = await Promise.all([1, 2, 3].map(() => ensureDatabase(adminUrl, name, name)));
  expect(new Set(urls).size).toBe(1);
  await assertDatabase(open(urls[0] as string));
});

test("sessions have the planner settings, which the connection string can override", async () => {
  const url = new URL(await ensureDatabase(adminUrl, name, name));
  const settings =
    "SELECT current_setting('random_page_cost') AS page, current_setting('enable_seqscan') AS scans, current_setting('jit') AS jit";
  expect((await open(url.href).query(settings)).rows).toEqual([{ page: "1.1", scans: "off", jit: "off" }]);
  url.searchParams.set("options", "-c enable_seqscan=on");
  expect((await open(url.href).query(settings)).rows).toEqual([{ page: "1.1", scans: "on", jit: "off" }]);
});

test("sessions run in UTC, in the database's own name, and fold É", async () => {
  const { rows } = await open(await ensureDatabase(adminUrl, name, name)).query(
    "SELECT current_setting('TimeZone') AS zone, current_setting('application_name') AS name, lower('É') AS lower, 'é' ILIKE 'É' AS folds, 'Z' < 'a' AS by_code_point",
  );
  expect(rows).toEqual([{ zone: "UTC", name: "pool test", lower: "é", folds: true, by_code_point: true }]);
});

test("a superuser and a role that bypasses row-level security are rejected", async () => {
  await expect(assertDatabase(open(inDatabase(adminUrl, name)))).rejects.toThrow("bypasses row-level security");
  const url = await ensureDatabase(adminUrl, name, name);
  await admin.query(`ALTER ROLE ${name} BYPASSRLS`);
  await expect(assertDatabase(open(url))).rejects.toThrow("bypasses row-level security");
  await expect(ensureDatabase(adminUrl, name, name)).rejects.toThrow("bypasses row-level security");
  await admin.query(`ALTER ROLE ${name} NOBYPASSRLS`);
});

test("a database with another collation is rejected", async () => {
  const url = await ensureDatabase(adminUrl, name, name);
  await admin.query(`CREATE DATABASE ${name}_plain OWNER ${name} TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`);
  await expect(assertDatabase(open(inDatabase(url, `${name}_plain`)))).rejects.toThrow("BUILTIN_LOCALE 'C.UTF-8'");
});

test.each([
  [2, 1],
  [5, 1],
  [6, 2],
  [9, 3],
  [200, 3],
])("of a pool of %i connections, slow work uses at most %i", (size, share) => expect(shareOfPool(size, 3)).toBe(share));
