import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

export interface Migration {
  /** Directory name, e.g. 20261121000000_discounts. Migrations are applied in name order. */
  name: string;
  script: string;
  /** Prisma's checksum, which is the SHA-256 of migration.sql in hex. */
  checksum: string;
}

export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const script = await readFile(join(directory, name, "migration.sql"), "utf8");
      return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
    }),
  );
}

/** Returns the name and the checksum of each migration that was applied to the database. */
export async function appliedMigrations(pool: pg.Pool): Promise<Map<string, string>> {
  if (!(await hasTable(pool))) return new Map();
  const { rows } = await pool.query<{ name: string; checksum: string }>(
    "SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** Returns the migrations that are not in Prisma's table `_prisma_migrations`. Throws if an applied migration was edited. */
export async function pendingMigrations(pool: pg.Pool, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await appliedMigrations(pool);
  const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (edited)
    throw new Error(
      `Migration ${edited.name} was edited after it was applied to this database. Revert the edit, and make the change in a new migration.`,
    );
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Marks interrupted migrations as rolled back, so that Prisma applies them again. The caller must hold the migration lock. */
export async function forgetAttempts(pool: pg.Pool): Promise<void> {
  if (!(await hasTable(pool))) return;
  await pool.query("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL");
}

/** Appends an UPDATE of finished_at to a migration's script. The script and the update run in one transaction. */
export function finish(script: string): string {
  return `${script}\n;UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL`;
}

/**
 * Returns the statements of a script that creates or drops indexes CONCURRENTLY, and undefined for any other script. The caller must run
 * each statement outside of a transaction. The script must begin with a DROP INDEX, because an interrupted run leaves an invalid index.
 */
export function concurrentStatements(script: string): string[] | undefined {
  const statements = script.replace(/--.*$/gm, "").split(";");
  const found = statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
  return found.some((statement) => concurrent.test(statement)) ? found : undefined;
}

const concurrent = /^(CREATE( UNIQUE)?|DROP) INDEX CONCURRENTLY\b/i;

async function hasTable(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists");
  return rows[0]?.exists === true;
}
