import { resolve } from "node:path";
import type { Logger } from "../log/logger.js";
import { MigrationPool } from "./migration-pool.js";
import { forgetAttempts, pendingMigrations, readMigrations } from "./migrations.js";

export interface MigrateSettings {
  /** postgres://… of the role that owns the database. */
  connectionString: string;
  /** A folder of ordinary Prisma migrations. */
  migrationsDirectory: string;
  log: Logger;
}

/**
 * Brings the database to the newest migration and gives the names of those that were applied.
 * They go into Prisma's own table `_prisma_migrations`, so that `prisma migrate deploy` may take over at any time.
 * Replicas that start together take turns. Rejects when a migration fails (nothing of it is kept, and it is tried again at the next
 * start), or was edited after it was applied. A script runs as one transaction: it must not commit by itself.
 */
export async function migrate({ connectionString, migrationsDirectory, log }: MigrateSettings): Promise<string[]> {
  const directory = resolve(migrationsDirectory);
  const migrations = await readMigrations(directory);
  const pool = new MigrationPool(connectionString);
  try {
    if ((await pendingMigrations(pool, migrations)).length === 0) return [];
    await pool.query("SELECT pg_advisory_lock(hashtext('offergraph migrate'))");
    if ((await pendingMigrations(pool, migrations)).length === 0) return [];
    await forgetAttempts(pool);
    // Loading the engine takes longer than finding out that there is nothing to do.
    const { applyMigrations } = await import("./schema-engine.js");
    const applied = await applyMigrations(pool, directory, migrations);
    log.info({ migrations: applied }, "the database was migrated");
    return applied;
  } finally {
    await pool.end();
  }
}
