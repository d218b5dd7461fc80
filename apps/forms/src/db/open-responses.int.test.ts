import { withSessionOptions } from "@offergraph/service/db/pool";
import type { Statement } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { type TestDatabase, testDatabase } from "@offergraph/testkit/database";
import { countRowsRead } from "@offergraph/testkit/rows-read";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { seedResponses } from "../testing/seed-responses.js";
import type { SqlTx } from "../tx.js";
import { readQuietResponses, tidyOpenResponses } from "./open-responses.js";
import { startedStatus } from "./responses.js";

const workspaceId = newId();
const since = new Date("2026-01-01T00:00:00Z");
let database: TestDatabase;
let admin: pg.Client;
let service: pg.Client;
beforeAll(async () => {
  const migrationsDirectory = new URL("../../prisma/migrations", import.meta.url).pathname;
  database = await testDatabase({ adminUrl: inject("adminUrl"), app: "forms", migrationsDirectory });
  admin = new pg.Client(database.adminUrl);
  await admin.connect();
  service = new pg.Client(withSessionOptions(database.connectionString));
  await service.connect();
  await service.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
  await seedResponses((text, values) => admin.query(text, values), { workspaceId, count: 5_000 });
  await admin.query("UPDATE form_responses SET status = $1, left_at = NULL, updated_at = $2", [startedStatus, since]);
  await admin.query("INSERT INTO open_responses SELECT workspace_id, row_id, $1::timestamptz FROM form_responses", [since]);
  await admin.query("ANALYZE");
});
afterAll(async () => {
  await service.end();
  await admin.end();
  await database.drop();
});

it.each<[string, (sql: SqlTx["sql"]) => Promise<unknown>]>([
  ["tidied", (sql) => tidyOpenResponses({ sql, workspaceId } as SqlTx, since, 50)],
  ["read", (sql) => readQuietResponses(sql, workspaceId, since, 50)],
])("a batch of open responses is %s without reading a long backlog", async (_name, run) => {
  let rows = 0;
  await run(async (statement: Statement) => {
    rows = await countRowsRead(service, statement);
    return [];
  });
  expect(rows).toBeGreaterThan(50);
  expect(rows).toBeLessThan(1_000);
});
