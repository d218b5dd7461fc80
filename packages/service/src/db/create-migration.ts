import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Logger } from "@offergraph/shared/log/logger";
import { MigrationPool } from "./migration-pool.js";
import { type Migration, readMigrations } from "./migrations.js";
import { runMigration } from "./run-migration.js";
import { applyMigrations, diffToSchema } from "./schema-engine.js";

export interface CreateMigrationSettings {
  connectionString: string;
  schemaPath: string;
  migrationsDirectory: string;
  name: string;
  now: Date;
  log: Logger;
}

/**
 * Writes a migration with the schema's changes since the last migration. Returns the path of the new migration. Returns undefined if the
 * schema has not changed.
 */
export async function createMigration(settings: CreateMigrationSettings): Promise<string | undefined> {
  const { connectionString, schemaPath, name, now } = settings;
  const directory = resolve(settings.migrationsDirectory);
  await mkdir(directory, { recursive: true });
  const pool = new MigrationPool(connectionString);
  const run = (migration: Migration) => runMigration(pool, migration, settings.log);
  const script = await applyMigrations(pool, directory, await readMigrations(directory), run)
    .then(async () => diffToSchema(pool, await readFile(schemaPath, "utf8")))
    .finally(() => pool.end());
  if (script === "" || script.includes("This is an empty migration")) return undefined;
  // As in Prisma, a migration's folder name consists of the UTC time in seconds and the migration's name.
  const folder = join(directory, `${now.toISOString().replace(/\D/g, "").slice(0, 14)}_${name}`);
  const path = join(folder, "migration.sql");
  await mkdir(folder);
  await writeFile(path, script);
  await writeFile(join(directory, "migration_lock.toml"), 'provider = "postgresql"\n');
  return path;
}
