import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@offergraph/shared/log/logger";
import type pg from "pg";
import { MigrationPool } from "./migration-pool.js";
import { forgetAttempts, pendingMigrations, readMigrations } from "./migrations.js";
import { type LockWait, runMigration } from "./run-migration.js";

export interface MigrateSettings {
  connectionString: string;
  migrationsDirectory: string;
  log: Logger;
  lockWait?: LockWait;
  /** Names of the migrations to apply; all migrations by default. */
  only?: ReadonlySet<string>;
}

const pollMs = 100;
/** Key of the advisory lock that migrations hold, and that backups share. */
export const migrationLock = "hashtext('offergraph migrate')";

/**
 * Applies pending Prisma migrations and returns their names. Concurrent replicas wait for each other. Each migration runs in one transaction,
 * except migrations that create indexes CONCURRENTLY.
 */
export async function migrate({ connectionString, migrationsDirectory, log, lockWait, only }: MigrateSettings): Promise<string[]> {
  const directory = resolve(migrationsDirectory);
  const migrations = (await readMigrations(directory)).filter(({ name }) => only?.has(name) ?? true);
  const pool = new MigrationPool(connectionString);
  try {
    if ((await pendingMigrations(pool, migrations)).length === 0) return [];
    await lock(pool);
    if ((await pendingMigrations(pool, migrations)).length === 0) return [];
    await forgetAttempts(pool);
    // Loads Prisma's schema engine only if migrations are pending, because loading the engine is slow.
    const { applyMigrations } = await import("./schema-engine.js");
    const applied = await applyMigrations(pool, directory, migrations, (migration) => runMigration(pool, migration, log, lockWait));
    log.info({ migrations: applied }, "applied database migrations");
    return applied;
  } finally {
    await pool.end();
  }
}

/** Throws an Error if migrations are pending. For services that must not migrate (MIGRATE_AT_START=0). */
export async function assertMigrated(pool: pg.Pool, migrationsDirectory: string): Promise<void> {
  const pending = await pendingMigrations(pool, await readMigrations(resolve(migrationsDirectory)));
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => name).join(", ");
  throw new Error(`The database lacks migrations: ${names}. Run "node dist/admin.js migrate", or set MIGRATE_AT_START=1.`);
}

/**
 * Polls the migration lock. A statement that waits for the lock would block CREATE INDEX CONCURRENTLY, which waits for all open statements.
 */
async function lock(pool: MigrationPool): Promise<void> {
  const attempt = () => pool.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${migrationLock}) AS held`);
  while (!(await attempt()).rows[0]?.held) await sleep(pollMs);
}
