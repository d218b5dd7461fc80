import { polling } from "@offergraph/testkit/timeouts";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { ensureDatabase } from "./ensure-database.js";
import { startStatistics } from "./statistics.js";
import { log } from "./testing/fixtures.js";

const name = `statistics_${process.pid}`;
const insert = "INSERT INTO visits (shop, name) SELECT 1, number::text FROM generate_series(1, $1) AS number";
let pool: pg.Pool;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await ensureDatabase(inject("adminUrl"), name, name), max: 2 });
  await pool.query("CREATE TABLE visits (shop int, name text)");
});
afterAll(async () => {
  await pool.end();
  const admin = new pg.Client(inject("adminUrl"));
  await admin.connect();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.query(`DROP ROLE ${name}`);
  await admin.end();
});

const knownRows = async () => Number((await pool.query("SELECT reltuples FROM pg_class WHERE relname = 'visits'")).rows[0]?.reltuples);

test("updates the statistics of a table when it has grown tenfold", async () => {
  const statistics = startStatistics({ pool, log, everyMs: 20 });
  try {
    await pool.query(insert, [1_000]);
    await expect.poll(knownRows, polling).toBe(1_000);
    await pool.query(insert, [9_500]);
    await expect.poll(knownRows, polling).toBe(10_500);
  } finally {
    await statistics.stop();
  }
});

test("updates the statistics of other tables although the ANALYZE of one table fails", async () => {
  const create = (body: string) =>
    pool.query(`CREATE OR REPLACE FUNCTION half(number int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`);
  const names = ["first", "second", "third"];
  await create("RETURN number / 2;");
  for (const table of names) await pool.query(`CREATE TABLE ${table} (number int)`);
  await pool.query("CREATE INDEX ON second (half(number))");
  for (const table of names) await pool.query(`INSERT INTO ${table} SELECT * FROM generate_series(1, 1000)`);
  await create("RAISE EXCEPTION 'no halves';");
  const known = async () => (await pool.query("SELECT relname FROM pg_class WHERE reltuples = 1000 AND relname = ANY($1)", [names])).rows;
  const warnings = vi.fn();
  const statistics = startStatistics({ pool, log: { ...log, warn: warnings } as never, everyMs: 20 });
  try {
    await expect.poll(known, polling).toEqual(expect.arrayContaining([{ relname: "first" }, { relname: "third" }]));
    await expect.poll(() => warnings.mock.calls, polling).toEqual([[{ reason: "no halves" }, expect.stringContaining("retrying")]]);
    expect(await known()).toHaveLength(2);
  } finally {
    await statistics.stop();
  }
});
