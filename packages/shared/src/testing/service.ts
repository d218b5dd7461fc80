import { fileURLToPath } from "node:url";
import { expect, inject } from "vitest";
import type { PrismaTransaction } from "../database/write.js";
import type { RequestBase } from "../subgraph/context.js";
import { type RunningService, type Service, type ServiceSettings, startService } from "../subgraph/run.js";
import { testDatabase } from "./database.js";
import { testSigningKey } from "./subgraph.js";

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
