import { resolve } from "node:path";
import type { Logger } from "@offergraph/shared/log/logger";
import { MigrationPool } from "./migration-pool.js";
import { forgetAttempts, pendingMigrations, readMigrations } from "./migrations.js";

export interface MigrateSettings {
  connectionString: string;
  migrationsDirectory: string;
  log: Logger;
}

/** Applies pending Prisma migrations, each in one transaction, and returns their names. Concurrent replicas wait for each other. */
export async function migrate({ connectionString, migrationsDirectory, log }: MigrateSettings): Promise<string[]> {
  const directory = resolve(migrationsDirectory);
  const migrations = await readMigrations(directory);
  const pool = new MigrationPool(connectionString);
  try {
    if ((await pendingMigrations(pool, migrations)).length === 0) return [];
    await pool.query("SELECT pg_advisory_lock(hashtext('offergraph migrate'))");
    if ((await pendingMigrations(pool, migrations)).length === 0) return [];
    await forgetAttempts(pool);
    // Loading the engine is slow, so load the engine only if there are pending migrations.
    const { applyMigrations } = await import("./schema-engine.js");
    const applied = await applyMigrations(pool, directory, migrations);
    log.info({ migrations: applied }, "applied database migrations");
    return applied;
  } finally {
    await pool.end();
  }
}
