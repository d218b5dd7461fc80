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
    // Loads Prisma's schema engine only if migrations are pending, because loading the engine is slow.
    const { applyMigrations } = await import("./schema-engine.js");
    const applied = await applyMigrations(pool, directory, migrations, (migration) => runMigration(pool, migration, log, lockWait));
    log.info({ migrations: applied }, "applied database migrations");
    return applied;
  } finally {
    await pool.end();
  }
}

/** Polls the migration lock. Waiting in a statement would block CREATE INDEX CONCURRENTLY, which waits for all open statements. */
async function lock(pool: MigrationPool): Promise<void> {
  const attempt = () => pool.query<{ held: boolean }>("SELECT pg_try_advisory_lock(hashtext('offergraph migrate')) AS held");
  while (!(await attempt()).rows[0]?.held) await sleep(pollMs);
}
