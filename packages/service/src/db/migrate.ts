import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@offergraph/shared/log/logger";
import { MigrationPool } from "./migration-pool.js";
import { forgetAttempts, pendingMigrations, readMigrations } from "./migrations.js";
import { type LockWait, runMigration } from "./run-migration.js";

export interface MigrateSettings {
  connectionString: string;
  migrationsDirectory: string;
  log: Logger;
  lockWait?: LockWait;
}

const pollMs = 100;

/**
 * Applies pending Prisma migrations and returns their names. Concurrent replicas wait for each other. Each migration runs in one transaction,
 * except migrations that create indexes CONCURRENTLY.
 */
export async function migrate({ connectionString, migrationsDirectory, log, lockWait }: MigrateSettings): Promise<string[]> {
  const directory = resolve(migrationsDirectory);
  const migrations = await readMigrations(directory);
  const pool = new MigrationPool(connectionString);
  try {
    if ((await pendingMigrations(pool, migrations)).length === 0) return [];
    await lock(pool);
    if ((await pendingMigrations(pool, migrations)).length === 0) return [];
    await forgetAttempts(pool);
    // Loading the engine is slow, so load the engine only if there are pending migrations.
    const { applyMigrations } = await import("./schema-engine.js");
    const applied = await applyMigrations(pool, directory, migrations, (migration) => runMigration(pool, migration, log, lockWait));
    log.info({ migrations: applied }, "applied database migrations");
    return applied;
  } finally {
    await pool.end();
  }
}

/** Polls, because CREATE INDEX CONCURRENTLY waits for all open statements, including a statement that waits for the migration lock. */
async function lock(pool: MigrationPool): Promise<void> {
  const attempt = () => pool.query<{ held: boolean }>("SELECT pg_try_advisory_lock(hashtext('offergraph migrate')) AS held");
  while (!(await attempt()).rows[0]?.held) await sleep(pollMs);
}
