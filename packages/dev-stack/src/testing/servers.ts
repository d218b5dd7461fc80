import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {} from "@offergraph/testkit/database";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { startNats } from "../nats.js";
import { startPostgres } from "../postgres.js";

/**
 * Starts PostgreSQL and NATS before the tests (vitest's globalSetup). TEST_DATABASE_URL and TEST_NATS_URL select existing servers. Tests
 * get the addresses with `inject("adminUrl")` and `inject("natsUrl")`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "offergraph-test-"));
  const log = pino({ level: "warn" });
  const endings: (() => Promise<void>)[] = [];
  const teardown = async () => {
    await Promise.all(endings.map((end) => end()));
    await rm(folder, { recursive: true, force: true });
  };
  const start = async <Server extends { stop(): Promise<void> }>(starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    endings.push(() => server.stop());
    return server;
  };
  const postgres =
    process.env.TEST_DATABASE_URL ??
    start(startPostgres({ dataDirectory: join(folder, "postgres"), log, isFast: true })).then((server) => server.adminUrl);
  const nats = process.env.TEST_NATS_URL ?? start(startNats({ dataDirectory: join(folder, "nats"), log })).then((server) => server.url);
  const started = await Promise.allSettled([postgres, nats]);
  const failure = started.find((result) => result.status === "rejected");
  if (failure) {
    await teardown();
    throw failure.reason;
  }
  project.provide("adminUrl", await postgres);
  project.provide("natsUrl", await nats);
  return teardown;
}
