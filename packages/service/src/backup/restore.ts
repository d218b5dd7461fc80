import { resolve } from "node:path";
import type { Logger } from "@offergraph/shared/log/logger";
import pg from "pg";
import { migrate } from "../db/migrate.js";
import { appliedMigrations, readMigrations } from "../db/migrations.js";
import { assertDatabase, createPool, withOptions } from "../db/pool.js";
import { loadTables } from "./load-tables.js";
import { type DatabaseBackup, readManifest, verifyFiles } from "./manifest.js";

export interface RestoreSettings {
  folder: string;
  service: string;
  /** URL of the service's new database, with the service's role, which owns the database. */
  connectionString: string;
  migrationsDirectory: string;
  log: Logger;
}

export interface Restored {
  /** Time of the backup, in UTC. */
  createdAt: string;
  tables: number;
  rows: number;
}

/**
 * Restores a service's database from a backup, in a database without rows. Applies the migrations of the backup, and loads all tables in one
 * transaction. The service applies newer migrations when it starts.
 */
export async function restore({ folder, service, connectionString, migrationsDirectory, log }: RestoreSettings): Promise<Restored> {
  const { createdAt, services } = await readManifest(folder);
  const backup = services[service];
  if (!backup) throw new Error(`The backup in ${folder} does not contain the service ${service}.`);
  await verifyFiles(folder, service, backup);
  await assertKnown(backup, migrationsDirectory);
  // Foreign keys are validated by sequential scans.
  const scanning = withOptions(connectionString, "-c enable_seqscan=on");
  const pool = createPool({ connectionString: scanning, max: 1, applicationName: "offergraph-restore", log, statementTimeout: 0 });
  try {
    await assertDatabase(pool);
    await assertEmpty(pool, backup);
    const only = new Set(backup.migrations.map(({ name }) => name));
    await migrate({ connectionString, migrationsDirectory, log, only });
    await loadTables(pool, { folder, service, backup, now: new Date() });
    await pool.query("ANALYZE");
  } finally {
    await pool.end();
  }
  const tables = Object.values(backup.tables);
  return { createdAt, tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Throws an Error if this release does not have the migrations of the backup. */
async function assertKnown({ migrations }: DatabaseBackup, directory: string): Promise<void> {
  const known = new Map((await readMigrations(resolve(directory))).map(({ name, checksum }) => [name, checksum]));
  const missing = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (missing)
    throw new Error(
      `The backup needs the migration ${missing.name}, which this release does not have or has in another form. Restore with the release that made the backup, or with a newer release.`,
    );
}

/** Throws an Error if the database contains rows, or if its schema is newer than the backup. */
async function assertEmpty(pool: pg.Pool, { migrations }: DatabaseBackup): Promise<void> {
  const ofBackup = new Set(migrations.map(({ name }) => name));
  const newer = [...(await appliedMigrations(pool)).keys()].find((name) => !ofBackup.has(name));
  if (newer) throw new Error(`The database already has the migration ${newer}, which the backup does not have. ${advice}`);
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'`,
  );
  for (const { name } of rows) {
    // A query would not find the rows that row-level security hides, so this checks the size.
    const { rows: found } = await pool.query<{ filled: boolean }>("SELECT pg_relation_size($1::regclass) > 0 AS filled", [
      pg.escapeIdentifier(name),
    ]);
    if (found[0]?.filled) throw new Error(`The table ${name} of the database already contains or contained rows. ${advice}`);
  }
}

const advice = "Restore never deletes data. Create an empty database for the restore.";
