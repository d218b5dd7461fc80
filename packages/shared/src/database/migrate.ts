import { resolve } from "node:path";
import pg from "pg";
import type { Logger } from "../log/logger.js";
import { pendingMigrations, readMigrations } from "./migrations.js";

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
 * Replicas that start together take turns. Rejects when a migration fails, failed before, or was edited after it was applied.
 */
export async function migrate({ connectionString, migrationsDirectory, log }: MigrateSettings): Promise<string[]> {
  const directory = resolve(migrationsDirectory);
  const migrations = await readMigrations(directory);
  const client = new pg.Client({ connectionString, application_name: "migrate" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    if ((await pendingMigrations(client, migrations)).length === 0) return [];
    await client.query("SELECT pg_advisory_lock(hashtext('offergraph migrate'))");
    const pending = await pendingMigrations(client, migrations);
    if (pending.length === 0) return [];
    // Loading the engine takes longer than finding out that there is nothing to do.
    const { applyMigrations } = await import("./schema-engine.js");
    const applied = await applyMigrations(connectionString, directory, migrations);
    log.info({ migrations: applied }, "the database was migrated");
    return applied;
  } finally {
    await client.end();
  }
}
