import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { MigrationPool } from "./migration-pool.js";
import { readMigrations } from "./migrations.js";
import { applyMigrations, diffToSchema } from "./schema-engine.js";

export interface CreateMigrationSettings {
  /** postgres://… of an empty database, on which the present migrations are tried. */
  connectionString: string;
  /** The app's prisma/schema.prisma. */
  schemaPath: string;
  /** The app's prisma/migrations. */
  migrationsDirectory: string;
  /** What the migration is for, e.g. add_campaigns. */
  name: string;
  /** Names the folder. */
  now: Date;
}

/**
 * Writes the migration that leads from the present migrations to the schema, as `prisma migrate dev --create-only` would,
 * and gives the path of its migration.sql; undefined when there is nothing to do.
 * Row-level security, checks and expression indexes are for the author to add: Prisma does not know them.
 */
export async function createMigration(settings: CreateMigrationSettings): Promise<string | undefined> {
  const { connectionString, schemaPath, name, now } = settings;
  const directory = resolve(settings.migrationsDirectory);
  await mkdir(directory, { recursive: true });
  const pool = new MigrationPool(connectionString);
  const script = await applyMigrations(pool, directory, await readMigrations(directory))
    .then(async () => diffToSchema(pool, await readFile(schemaPath, "utf8")))
    .finally(() => pool.end());
  if (script === "" || script.includes("This is an empty migration")) return undefined;
  // As Prisma names its folders: UTC time to the second, and what the migration is for.
  const folder = join(directory, `${now.toISOString().replace(/\D/g, "").slice(0, 14)}_${name}`);
  const path = join(folder, "migration.sql");
  await mkdir(folder);
  await writeFile(path, script);
  await writeFile(join(directory, "migration_lock.toml"), 'provider = "postgresql"\n');
  return path;
}
