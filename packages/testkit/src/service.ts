import { fileURLToPath } from "node:url";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import { type RunningService, type Service, type ServiceSettings, startService } from "@offergraph/service/subgraph/run";
import { expect, inject } from "vitest";
import { testDatabase } from "./database.js";
import { testSigningKey } from "./subgraph.js";

/**
 * Starts a service like its main.ts, with a separate database and the shared NATS server. Call `end` after the tests to stop the service.
 */
export async function startTestService<Settings extends ServiceSettings, Context extends RequestBase, Transaction>(
  service: Service<Settings, Context, Transaction>,
) {
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

/** Asserts that a running service reports the database and NATS as ready. */
export async function expectReady({ url, parts }: RunningService<unknown, unknown>): Promise<void> {
  await parts.nats.waitForConnection(new AbortController().signal);
  const response = await fetch(new URL("/health/ready", url));
  expect(await response.json()).toEqual({ status: "ok", checks: { database: true, nats: true } });
}
