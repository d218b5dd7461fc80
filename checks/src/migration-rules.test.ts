import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrations } from "@offergraph/service/db/migrations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findLongLocks } from "./migration-rules.js";
import { checkWithSquawk } from "./squawk.js";

const apps = fileURLToPath(new URL("../../apps", import.meta.url));
const directories = readdirSync(apps).flatMap((app) => {
  const directory = join(apps, app, "prisma", "migrations");
  return existsSync(directory) ? [{ app, directory }] : [];
});
/** Date of the first checked migration. Earlier migrations ran before the first deployment. */
const firstChecked = "20261123";
/** Migrations for which the app must be stopped (see the changelog). */
const offline = ["20261123080000_workspace", "20261123180000_standard_names"];

/**
 * Migrations that remove tables or columns, each with the release that stopped using them. Only a later release may contain the migration,
 * because the previous release of the service still runs while the migration is applied.
 */
const contracts: Readonly<Record<string, string>> = {};
const removals = ["ban-drop-column", "ban-drop-table"];

const rejected = [
  'CREATE INDEX "a" ON "orders"("x");',
  "CREATE UNIQUE INDEX a ON orders(x) WHERE x IS NOT NULL;",
  'ALTER TABLE "orders" ADD COLUMN x INT, ADD CONSTRAINT "c" CHECK (x > 0);',
  'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (x > 0) NOT VALID; ALTER TABLE "orders" VALIDATE CONSTRAINT "c";',
  'ALTER TABLE "orders"\n  ADD CONSTRAINT "c" FOREIGN KEY ("x") REFERENCES "y"("z");',
  'ALTER TABLE "orders" ADD CONSTRAINT "c" UNIQUE ("x");',
  'ALTER TABLE "orders" ADD COLUMN "x" BIGSERIAL NOT NULL;',
  'ALTER TABLE "orders" ADD COLUMN "x" INT CHECK ("x" > 0);',
  'ALTER TABLE "orders" ALTER COLUMN "x" SET NOT NULL;',
  'ALTER TABLE "orders" ALTER COLUMN "x" TYPE BIGINT;',
  'ALTER TABLE "orders" RENAME COLUMN "x" TO "y";',
  'ALTER TABLE "orders" RENAME TO "sales";',
  'UPDATE "orders" SET "x" = 1;',
  'CREATE TABLE "new" ("id" INT); INSERT INTO "new" ("id") SELECT "id" FROM "orders";',
  `INSERT INTO "backfills" ("name", "workspace_id") SELECT 'x', o.workspace_id FROM orders o;`,
  'WITH x AS (SELECT 1) INSERT INTO "new" SELECT * FROM "orders";',
  'CREATE INDEX CONCURRENTLY "a" ON "orders"("x");',
  'DROP INDEX CONCURRENTLY IF EXISTS "a"; CREATE INDEX CONCURRENTLY "b" ON "orders"("x");',
  'DROP INDEX CONCURRENTLY IF EXISTS "a"; CREATE INDEX CONCURRENTLY "a" ON "orders"("x"); UPDATE "orders" SET "x" = 1;',
  'ALTER TABLE "orders" ADD COLUMN "x" UUID NOT NULL DEFAULT gen_random_uuid();',
  'ALTER TABLE "orders" ADD COLUMN "x" INT REFERENCES "y"("z");',
  'DROP INDEX "a";',
  'ALTER TABLE "orders" DROP COLUMN "x";',
  'DROP TABLE "orders";',
  'TRUNCATE "orders";',
  'LOCK TABLE "orders";',
];
const accepted = [
  'CREATE TABLE "new" ("id" INT); CREATE INDEX "a" ON "new"("id"); ALTER TABLE "new" ADD CONSTRAINT "c" CHECK ("id" > 0);',
  'ALTER TABLE "orders" ADD COLUMN "x" INT NOT NULL DEFAULT 0, ADD CONSTRAINT "c" CHECK ("x" > 0) NOT VALID;',
  'ALTER TABLE "orders" VALIDATE CONSTRAINT "c";',
  'DROP INDEX CONCURRENTLY IF EXISTS "a";\nCREATE INDEX CONCURRENTLY "a" ON "orders"("x");',
  "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE orders SET x = 1; RETURN NULL; END $$;",
  `INSERT INTO "backfills" ("name", "workspace_id") SELECT 'x', f.workspace_id FROM found f;`,
  `INSERT INTO "workspace_lookups" ("workspace_id", "due_at") SELECT f.workspace_id, now() FROM found f;`,
  `INSERT INTO "job_retention" ("workspace_id", "due_at") SELECT f.workspace_id, now() FROM found f ON CONFLICT DO NOTHING;`,
];

const isChecked = ({ name }: { name: string }) => name >= firstChecked && !offline.includes(name);
const pathOf = (directory: string, migration: string) => join(directory, migration, "migration.sql");
let folder: string;
/** Maps the path of each script to the squawk rules that the script breaks. */
let broken: Map<string, string[]>;
const scriptPath = (script: string) => join(folder, `${[...rejected, ...accepted].indexOf(script)}.sql`);

// One process checks all files, because the start of squawk takes longer than a check.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "offergraph-migrations-"));
  for (const script of [...rejected, ...accepted]) writeFileSync(scriptPath(script), script);
  const migrations = await Promise.all(
    directories.map(async ({ directory }) =>
      (await readMigrations(directory)).filter(isChecked).map(({ name }) => pathOf(directory, name)),
    ),
  );
  broken = new Map();
  for (const { file, rule, message } of await checkWithSquawk([...[...rejected, ...accepted].map(scriptPath), ...migrations.flat()])) {
    const isContract = removals.includes(rule) && Object.keys(contracts).some((name) => file.includes(name));
    if (!isContract) broken.set(file, [...(broken.get(file) ?? []), message]);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("migrations", () => {
  it.each(directories)("of $app lock stored tables only for a moment, and keep what the previous release uses", async ({ directory }) => {
    const checked = (await readMigrations(directory)).filter(isChecked);
    const faults = checked.flatMap(({ name, script }) => [...findLongLocks(script), ...(broken.get(pathOf(directory, name)) ?? [])]);
    expect(faults).toEqual([]);
  });

  it.each(rejected)("may not lock a stored table for long: %s", (script) => {
    expect([...findLongLocks(script), ...(broken.get(scriptPath(script)) ?? [])]).not.toEqual([]);
  });

  it.each(accepted)("may lock for a moment: %s", (script) => {
    expect([...findLongLocks(script), ...(broken.get(scriptPath(script)) ?? [])]).toEqual([]);
  });
});
