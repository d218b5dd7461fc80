import { fileURLToPath } from "node:url";
import { type RunningService, startService } from "@offergraph/shared/subgraph/run";
import { type TestDatabase, testDatabase } from "@offergraph/shared/testing/database";
import { subgraphClient, testSigningKey } from "@offergraph/shared/testing/subgraph";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Prisma } from "./generated/prisma/client.js";
import { service } from "./service.js";

let database: TestDatabase;
let running: RunningService<unknown, Prisma.TransactionClient>;
beforeAll(async () => {
  const migrationsDirectory = fileURLToPath(new URL("prisma/migrations", service.directory));
  database = await testDatabase({ adminUrl: inject("adminUrl"), app: "forms", migrationsDirectory });
  running = await startService(service, {
    DATABASE_URL: database.connectionString,
    NATS_URL: inject("natsUrl"),
    GATEWAY_SIGNING_KEY: testSigningKey,
    LOG_LEVEL: "silent",
  });
});
afterAll(async () => {
  await running.stop();
  await database.drop();
});

describe("forms", () => {
  it("is ready when its database and NATS are there", async () => {
    await running.parts.nats.connected(new AbortController().signal);
    const response = await fetch(new URL("/health/ready", running.url));
    expect(await response.json()).toEqual({ status: "ok", checks: { database: true, nats: true } });
  });
  it.each([
    ["Form", "forms"],
    ["FormResponse", "form_responses"],
  ])("resolves %s for its own workspace and no other", async (type, table) => {
    const [mine, other] = [subgraphClient({ url: running.url }), subgraphClient({ url: running.url })];
    const ids = [newId(), newId()];
    const times = ["2026-01-01T00:00:00.120Z", "2026-01-02T00:00:00.000Z"];
    const insert = `INSERT INTO ${table} (row_id, workspace_id, created_at, updated_at)
      SELECT unnest($1::uuid[]), $2::uuid, $3::timestamptz, $4::timestamptz`;
    await running.parts.writer.write(mine.workspaceId, (transaction) =>
      transaction.$executeRawUnsafe(insert, ids, mine.workspaceId, ...times),
    );
    const selection = "rowId workspaceId createdAt updatedAt";
    const [createdAt, updatedAt] = times;
    const rows = ids.map((rowId) => ({ rowId, workspaceId: mine.workspaceId, createdAt, updatedAt }));
    expect(await mine.entities(type, [...ids, newId()], selection)).toEqual([...rows, null]);
    expect(await other.entities(type, ids, selection)).toEqual([null, null]);
  });
});
