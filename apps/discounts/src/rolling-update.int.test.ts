import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { migrate } from "@offergraph/service/db/migrate";
import { startService } from "@offergraph/service/subgraph/run";
import { createLogger } from "@offergraph/shared/log/logger";
import { testDatabase } from "@offergraph/testkit/database";
import { type SubgraphClient, subgraphClient, testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import pg from "pg";
import { afterEach, expect, inject, it, vi } from "vitest";
import { service } from "./service.js";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const app = fileURLToPath(service.directory);
/** Migrations of the next release. The migrations extend tables that the current release also uses. */
const expansions = {
  "20991231000000_columns":
    'ALTER TABLE "partners" ADD COLUMN "nickname" TEXT, ADD COLUMN "rank" INT NOT NULL DEFAULT 0, ADD CONSTRAINT "rank_bound" CHECK ("rank" >= 0) NOT VALID;\nALTER TABLE "outbox_events" ADD COLUMN "note" TEXT;',
  "20991231000001_validate": 'ALTER TABLE "partners" VALIDATE CONSTRAINT "rank_bound";',
  "20991231000002_index":
    'DROP INDEX CONCURRENTLY IF EXISTS "partners_rank";\nCREATE INDEX CONCURRENTLY "partners_rank" ON "partners" ("workspace_id", "rank");',
};

/** Creates the directory of the next release: the app with further migrations. */
async function nextRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "offergraph-release-"));
  endings.push(() => rm(folder, { recursive: true }));
  for (const name of ["package.json", "schema.graphql", "prisma"]) await cp(join(app, name), join(folder, name), { recursive: true });
  for (const [name, script] of Object.entries(expansions)) {
    await mkdir(join(folder, "prisma/migrations", name));
    await writeFile(join(folder, "prisma/migrations", name, "migration.sql"), script);
  }
  return folder;
}

interface Load {
  isOver: boolean;
  /** Handles of the created partners. */
  handles: string[];
  failures: unknown[];
}

/** Creates and lists partners through the client until the test sets `load.isOver`, or until a request fails. */
async function send(client: SubgraphClient, name: string, load: Load): Promise<void> {
  for (let number = 0; !load.isOver; number += 1) {
    const handle = `${name}-${number}`;
    try {
      const { made } = await client.data<{ made: { userErrors: object[] } }>(
        "mutation ($input: CreatePartnerInput!) { made: create_partner(input: $input) { userErrors { code message } } }",
        { variables: { input: { name: handle, handle } } },
      );
      const { list } = await client.data<{ list: { nodes: object[] } }>("{ list: list_partners(first: 1) { nodes { rowId } } }");
      if (made.userErrors.length > 0 || list.nodes.length !== 1) throw new Error(JSON.stringify({ made, list }));
      load.handles.push(handle);
    } catch (error) {
      load.failures.push(error);
      return;
    }
  }
}

it("runs next to its next release on one database while requests arrive, without a failed request", async () => {
  const folder = await nextRelease();
  const migrationsDirectory = join(folder, "prisma/migrations");
  const database = await testDatabase({
    adminUrl: inject("adminUrl"),
    app: "discounts",
    migrationsDirectory: join(app, "prisma/migrations"),
  });
  endings.push(() => database.drop());
  const nats = await startOwnNats();
  endings.push(() => nats.stop());
  const admin = new pg.Client(database.adminUrl);
  await admin.connect();
  endings.push(() => admin.end());
  const environment = {
    ...{ DATABASE_URL: database.connectionString, NATS_URL: nats.url, GATEWAY_SIGNING_KEY: testSigningKey, LOG_LEVEL: "silent" },
    ...{ DATABASE_WAIT_MS: String(polling.timeout), MIGRATE_AT_START: "0" },
  };
  const start = async (directory: URL) => {
    const running = await startService({ ...service, directory }, environment);
    endings.push(() => running.stop());
    return { running, client: subgraphClient({ url: running.url, service: "discounts", workspaceId }) };
  };
  const workspaceId = subgraphClient({ url: "", service: "discounts" }).workspaceId;
  const next = pathToFileURL(`${folder}/`);
  const load: Load = { isOver: false, handles: [], failures: [] };
  const laterLoad: Load = { isOver: false, handles: [], failures: [] };
  const count = async () => Number((await admin.query("SELECT count(*) FROM partners")).rows[0].count);
  const grows = async (by: number) => {
    const before = await count();
    const isDone = async () => load.failures.length + laterLoad.failures.length > 0 || (await count()) > before + by;
    await vi.waitFor(async () => expect(await isDone()).toBe(true), polling);
  };

  const old = await start(service.directory);
  const toOld = Promise.all(["a", "b"].map((name) => send(old.client, name, load)));
  await grows(5);
  await expect(start(next)).rejects.toThrow("The database lacks migrations: 20991231000000_columns");
  const log = createLogger("discounts", "silent");
  expect(await migrate({ connectionString: database.connectionString, migrationsDirectory, log })).toEqual(Object.keys(expansions));
  const young = await start(next);
  const toNew = Promise.all(["c", "d"].map((name) => send(young.client, name, laterLoad)));
  await grows(10);
  load.isOver = true;
  await toOld;
  await old.running.stop();
  await grows(5);
  laterLoad.isOver = true;
  await toNew;

  expect([...load.failures, ...laterLoad.failures]).toEqual([]);
  const handles = [...load.handles, ...laterLoad.handles];
  expect(await count()).toBe(handles.length);
  const created = "FROM published_events WHERE subject = 'offergraph.discounts.partner.added.v1'";
  await vi.waitFor(async () => expect((await admin.query(`SELECT event->>'subject' ${created}`)).rowCount).toBe(handles.length), polling);
  expect((await admin.query(`SELECT DISTINCT event->>'subject' ${created}`)).rowCount).toBe(handles.length);
});
