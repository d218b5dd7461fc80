import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

/** One folder of prisma/migrations. */
export interface Migration {
  /** The folder's name, e.g. 20261121000000_discounts; they apply in the order of their names. */
  name: string;
  script: string;
  /** As Prisma keeps it: SHA-256 of migration.sql, in hexadecimal. */
  checksum: string;
}

/** The migrations of a folder as Prisma lays them out: <name>/migration.sql. */
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

/**
 * Which of these the database does not have yet, by Prisma's own table `_prisma_migrations`.
 * Throws when one that it has was edited since.
 */
export async function pendingMigrations(pool: pg.Pool, migrations: readonly Migration[]): Promise<Migration[]> {
  if (!(await hasTable(pool))) return [...migrations];
  const { rows } = await pool.query<{ name: string; checksum: string }>(
    "SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (edited)
    throw new Error(`The migration ${edited.name} was edited after this database took it. Undo the edit, and add a new migration instead.`);
  return migrations.filter(({ name }) => !applied.has(name));
}

/**
 * Marks attempts that failed or were killed as rolled back, so that they are made again: a migration and the note that it is
 * finished are committed together (see `finish`), so of an unfinished one nothing is left. The caller holds the lock.
 */
export async function forgetAttempts(pool: pg.Pool): Promise<void> {
  if (!(await hasTable(pool))) return;
  await pool.query("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL");
}

/** The script and the note that it is finished, to be run as one transaction. */
export function finish(script: string): string {
  return `${script}\n;UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL`;
}

async function hasTable(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists");
  return rows[0]?.exists === true;
}
