import { existsSync, readdirSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMigration } from "@offergraph/service/db/create-migration";
import { ensureDatabase } from "@offergraph/service/db/ensure-database";
import { migrate } from "@offergraph/service/db/migrate";
import pg from "pg";
import { pino } from "pino";
import { afterAll, expect, inject, test } from "vitest";
import { findKeysWithoutWorkspace, keysWithoutWorkspace } from "./workspace-keys.js";

const apps = fileURLToPath(new URL("../../../apps", import.meta.url));
const withSchema = readdirSync(apps).filter((app) => existsSync(join(apps, app, "prisma", "schema.prisma")));
const log = pino({ level: "silent" });
const name = `migrations_${process.pid}`;

afterAll(async () => {
  const admin = new pg.Client(inject("adminUrl"));
  await admin.connect();
  for (const app of withSchema) await admin.query(`DROP DATABASE IF EXISTS ${name}_${app} WITH (FORCE)`);
  await admin.query(`DROP ROLE IF EXISTS ${name}`);
  await admin.end();
});

test.each(withSchema)("the migrations of %s lead to its Prisma schema", async (app) => {
  const folder = await mkdtemp(join(tmpdir(), "offergraph-prisma-"));
  try {
    await cp(join(apps, app, "prisma"), folder, { recursive: true });
    const connectionString = await ensureDatabase(inject("adminUrl"), `${name}_${app}`, name);
    const settings = { connectionString, schemaPath: join(folder, "schema.prisma"), migrationsDirectory: join(folder, "migrations") };
    expect(await createMigration({ ...settings, name: "missing", now: new Date(), log })).toBeUndefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

// Tables without row-level security, because background tasks read the rows of all workspaces in one query.
const workLists = [
  "audit_operations",
  "audit_retention",
  "backfills",
  "changed_usages",
  "due_attributions",
  "due_grants",
  "field_usage_retention",
  "incentive_checks",
  "inbox_events",
  "job_queue",
  "job_retention",
  "listen_workspaces",
  "open_checkouts",
  "oauth_retention",
  "open_responses",
  "outbox_events",
  "published_events",
  "reporting_currencies",
  "response_retentions",
  "scheduled_transitions",
  "store_pushes",
  "webhook_backlogs",
  "webhook_erasures",
  "webhook_queue",
  "webhook_retention",
  "workspace_lookups",
];
// Tables that map a public key or a short-link code to its workspace.
const lookUps = ["public_keys", "short_link_codes"];

/** Applies all migrations, and calls `effect` with a connection to the app's database. */
async function inMigrated<Result>(app: string, effect: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const connectionString = await ensureDatabase(inject("adminUrl"), `${name}_${app}`, name);
  await migrate({ connectionString, migrationsDirectory: join(apps, app, "prisma", "migrations"), log });
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await effect(client);
  } finally {
    await client.end();
  }
}

test.each(withSchema)("the tables of %s isolate workspaces, except work lists and lookup tables", async (app) => {
  const { rows } = await inMigrated(app, (client) =>
    client.query<{ table: string }>(
      `SELECT c.relname AS table FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
       WHERE c.relkind = 'r' AND NOT (c.relforcerowsecurity AND c.relrowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))
       ORDER BY 1`,
    ),
  );
  expect(rows.map(({ table }) => table).filter((table) => ![...workLists, ...lookUps].includes(table))).toEqual([]);
});

test("the keys of workspace tables contain workspace_id, except keys with a reason", async () => {
  const found = new Set<string>();
  for (const app of withSchema) for (const key of await inMigrated(app, findKeysWithoutWorkspace)) found.add(key);
  expect([...found].toSorted()).toEqual(keysWithoutWorkspace.flatMap((group) => group.keys).toSorted());
});

test("deploy/citus/keys.sql adds workspace_id to all other keys of the services that can be sharded", async () => {
  const script = await readFile(new URL("../../../deploy/citus/keys.sql", import.meta.url), "utf8");
  const left: string[] = [];
  for (const app of withSchema.filter((one) => one !== "workspace"))
    await inMigrated(app, async (client) => {
      await client.query(script.replace("COMMIT;", ""));
      left.push(...(await findKeysWithoutWorkspace(client)));
      await client.query("ROLLBACK");
    });
  // These lookup tables need no workspace_id in their keys, because Citus stores a copy of them on each node.
  expect(left).toEqual(["public_keys_pkey", "short_link_codes_pkey"]);
});
