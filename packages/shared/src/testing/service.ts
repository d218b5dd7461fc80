import { fileURLToPath } from "node:url";
import { expect, inject } from "vitest";
import type { PrismaTransaction } from "../database/write.js";
import type { RequestBase } from "../subgraph/context.js";
import { type RunningService, type Service, type ServiceSettings, startService } from "../subgraph/run.js";
import { newId } from "../time/ids.js";
import { testDatabase } from "./database.js";
import { subgraphClient, testSigningKey } from "./subgraph.js";

/** Starts a service as its main.ts does, on a database of its own and the run's NATS server. `end` it when the tests are over. */
export async function startTestService<
  Settings extends ServiceSettings,
  Context extends RequestBase,
  Transaction extends PrismaTransaction,
>(service: Service<Settings, Context, Transaction>) {
  const migrationsDirectory = fileURLToPath(new URL("prisma/migrations", service.directory));
  const database = await testDatabase({ adminUrl: inject("adminUrl"), app: service.name, migrationsDirectory });
  const running = await startService(service, {
    DATABASE_URL: database.connectionString,
    NATS_URL: inject("natsUrl"),
    GATEWAY_SIGNING_KEY: testSigningKey,
    LOG_LEVEL: "silent",
  });
  const end = async () => {
    await running.stop();
    await database.drop();
  };
  return { ...running, end };
}

/** Holds a running service to answering readiness with both its servers. */
export async function expectReady({ url, parts }: RunningService<unknown, PrismaTransaction>): Promise<void> {
  await parts.nats.connected(new AbortController().signal);
  const response = await fetch(new URL("/health/ready", url));
  expect(await response.json()).toEqual({ status: "ok", checks: { database: true, nats: true } });
}

/** Holds an entity, whose table has the base columns only, to being resolved for its own workspace and no other. */
export async function expectResolvedForItsWorkspaceOnly(
  { url, parts }: RunningService<unknown, PrismaTransaction>,
  type: string,
  table: string,
): Promise<void> {
  const [mine, other] = [subgraphClient({ url }), subgraphClient({ url })];
  const ids = [newId(), newId()];
  const times = ["2026-01-01T00:00:00.120Z", "2026-01-02T00:00:00.000Z"];
  const insert = `INSERT INTO ${table} (row_id, workspace_id, created_at, updated_at)
    SELECT unnest($1::uuid[]), $2::uuid, $3::timestamptz, $4::timestamptz`;
  await parts.writer.write(mine.workspaceId, (transaction) => transaction.$executeRawUnsafe(insert, ids, mine.workspaceId, ...times));
  const selection = "rowId workspaceId createdAt updatedAt";
  const [createdAt, updatedAt] = times;
  const rows = ids.map((rowId) => ({ rowId, workspaceId: mine.workspaceId, createdAt, updatedAt }));
  expect(await mine.entities(type, [...ids, newId()], selection)).toEqual([...rows, null]);
  expect(await other.entities(type, ids, selection)).toEqual([null, null]);
}
