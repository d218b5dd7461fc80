import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrations } from "@offergraph/service/db/migrations";
import { describe, expect, it } from "vitest";
import { findLongLocks } from "./migration-rules.js";

const apps = fileURLToPath(new URL("../../../apps", import.meta.url));
const directories = readdirSync(apps).flatMap((app) => {
  const directory = join(apps, app, "prisma", "migrations");
  return existsSync(directory) ? [{ app, directory }] : [];
});
/** Date of the first checked migration. Earlier migrations ran before the first deployment. */
const firstChecked = "20261123";
/** Migrations for which the app must be stopped (see the changelog). */
const offline = ["20261123080000_workspace", "20261123180000_standard_names"];

describe("migrations", () => {
  it.each(directories)("of $app lock stored tables only for a moment", async ({ directory }) => {
    const checked = (await readMigrations(directory)).filter((one) => one.name >= firstChecked && !offline.includes(one.name));
    expect(checked.flatMap((one) => findLongLocks(one.script).map((fault) => `${one.name}: ${fault}`))).toEqual([]);
  });

  it.each([
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
  ])("may not lock a stored table for long: %s", (script) => {
    expect(findLongLocks(script)).toHaveLength(1);
  });

  it.each([
    'CREATE TABLE "new" ("id" INT); CREATE INDEX "a" ON "new"("id"); ALTER TABLE "new" ADD CONSTRAINT "c" CHECK ("id" > 0);',
    'ALTER TABLE "orders" ADD COLUMN "x" INT NOT NULL DEFAULT 0, ADD CONSTRAINT "c" CHECK ("x" > 0) NOT VALID;',
    'ALTER TABLE "orders" VALIDATE CONSTRAINT "c";',
    'DROP INDEX CONCURRENTLY IF EXISTS "a";\nCREATE INDEX CONCURRENTLY "a" ON "orders"("x");',
    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE orders SET x = 1; RETURN NULL; END $$;",
    `INSERT INTO "backfills" ("name", "workspace_id") SELECT 'x', f.workspace_id FROM found f;`,
    `INSERT INTO "workspace_lookups" ("workspace_id", "due_at") SELECT f.workspace_id, now() FROM found f;`,
    `INSERT INTO "job_retention" ("workspace_id", "due_at") SELECT f.workspace_id, now() FROM found f ON CONFLICT DO NOTHING;`,
  ])("may lock for a moment: %s", (script) => {
    expect(findLongLocks(script)).toEqual([]);
  });
});
