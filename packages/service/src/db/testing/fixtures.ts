import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestDatabase, testDatabase } from "@offergraph/testkit/database";
import { polling } from "@offergraph/testkit/timeouts";
import type pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";
import { createPool } from "../pool.js";

export const log = pino({ level: "silent" });

const things = `
CREATE TABLE things (workspace_id uuid NOT NULL, id uuid NOT NULL, name text NOT NULL, PRIMARY KEY (workspace_id, id));
CREATE POLICY workspace ON things
  USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
  WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
ALTER TABLE things ENABLE ROW LEVEL SECURITY;
ALTER TABLE things FORCE ROW LEVEL SECURITY;`;

export interface MigrationsFolder {
  path: string;
  /** Adds or replaces a migration. */
  put(name: string, script: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a temporary directory of migrations. The first migration is kit.sql. */
export async function kitMigrations(): Promise<MigrationsFolder> {
  const path = await mkdtemp(join(tmpdir(), "offergraph-migrations-"));
  const put = async (name: string, script: string) => {
    await mkdir(join(path, name), { recursive: true });
    await writeFile(join(path, name, "migration.sql"), script);
  };
  await put("20260101000000_kit", await readFile(new URL("../kit.sql", import.meta.url), "utf8"));
  return { path, put, remove: () => rm(path, { recursive: true, force: true }) };
}

export interface Things extends TestDatabase {
  pool(max: number, settings?: { connectionTimeout?: number; statementTimeout?: number }): pg.Pool;
  close(): Promise<void>;
}

/** Creates a test database that contains the tables of kit.sql and the table `things`. */
export async function thingsDatabase(): Promise<Things> {
  const migrations = await kitMigrations();
  await migrations.put("20260102000000_things", things);
  const database = await testDatabase({ adminUrl: inject("adminUrl"), app: "shared", migrationsDirectory: migrations.path });
  await migrations.remove();
  const pools: pg.Pool[] = [];
  return {
    ...database,
    pool(max, settings = {}) {
      const usual = { connectionString: database.connectionString, connectionTimeout: polling.timeout, applicationName: "test", log };
      const pool = createPool({ ...usual, max, ...settings });
      pools.push(pool);
      return pool;
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    },
  };
}
