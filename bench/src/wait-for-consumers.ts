import { setTimeout as sleep } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connectNats } from "@offergraph/service/messaging/connection";
import { createLogger } from "@offergraph/shared/log/logger";
import pg from "pg";
import type { SystemFile } from "../../e2e/src/start-system.js";
import { measureIdleRate, type ProcessorTime, totalOf } from "./processor-time.js";

const services = ["discounts", "incentives", "forms", "orders", "workspace"];

/** Waits until all outboxes, audit logs and consumers together have at most `maxEvents` pending events. Returns false after `maxSeconds`. */
export async function waitForBacklog(file: SystemFile, maxEvents: number, maxSeconds = 900): Promise<boolean> {
  const nats = connectNats({ url: file.natsUrl, name: "bench", log: createLogger("bench", "error") });
  try {
    const { connection } = await nats.waitForConnection(AbortSignal.timeout(10_000));
    const manager = await jetstreamManager(connection);
    for (const end = Date.now() + maxSeconds * 1_000; Date.now() < end; await sleep(500)) {
      let pending = 0;
      for (const service of services) {
        pending += await countPendingRows(file.databaseUrls[service] ?? "", maxEvents + 1);
        for await (const consumer of manager.consumers.list(`offergraph_${service}`))
          pending += consumer.num_pending + consumer.num_ack_pending;
      }
      if (pending <= maxEvents) return true;
    }
    return false;
  } finally {
    await nats.close();
  }
}

/**
 * Waits until all events are processed and the processor time stays close to `idle` for three seconds. Returns false after `maxSeconds`.
 */
export async function waitUntilIdle(file: SystemFile, idle: ProcessorTime, maxSeconds = 900): Promise<boolean> {
  const end = Date.now() + maxSeconds * 1_000;
  const limit = Math.max(totalOf(idle) * 1.5, totalOf(idle) + 0.08);
  if (!(await waitForBacklog(file, 0, maxSeconds))) return false;
  for (let quiet = 0; quiet < 3; ) {
    if (Date.now() > end) return false;
    quiet = totalOf(await measureIdleRate(file.pids, 1)) <= limit ? quiet + 1 : 0;
  }
  return true;
}

/**
 * Counts the events in the outbox and the operations that are not yet sent to the audit log, each up to `most`. Counting a long outbox would
 * take a noticeable part of the measured CPU time. Older revisions have no audit log.
 */
async function countPendingRows(connectionString: string, most: number): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relname IN ('outbox_events', 'audit_operations')",
    );
    let count = 0;
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM (SELECT FROM ${name} LIMIT $1) AS pending`,
        [most],
      );
      count += rows[0]?.count ?? 0;
    }
    return count;
  } finally {
    await client.end();
  }
}
