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

interface Applied {
  name: string;
  checksum: string;
  finished: boolean;
}

/**
 * Which of these the database does not have yet, by Prisma's own table `_prisma_migrations`.
 * Throws when one that it has was edited since, or when an earlier attempt failed half-way.
 */
export async function pendingMigrations(client: pg.ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  const table = await client.query<{ exists: boolean }>("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists");
  if (!table.rows[0]?.exists) return [...migrations];
  const { rows } = await client.query<Applied>(
    "SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const failed = rows.find((row) => !row.finished);
  if (failed) {
    throw new Error(
      `The migration ${failed.name} failed before. Mend what it left, then mark it: prisma migrate resolve --rolled-back ${failed.name} (or --applied).`,
    );
  }
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (edited)
    throw new Error(`The migration ${edited.name} was edited after this database took it. Undo the edit, and add a new migration instead.`);
  return migrations.filter(({ name }) => !applied.has(name));
}
