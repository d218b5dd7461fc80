import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { natsOptions } from "@offergraph/service/messaging/connection";
import type { SystemFile } from "../start-system.js";
import { countRows } from "./database.js";

export const deadLetters = "offergraph_dead_letters";

/** Counts unpublished and unprocessed events, grants in the state ISSUING, and pending pushes to stores. Omits counts of 0. */
export async function findPendingWork(file: SystemFile): Promise<Record<string, number>> {
  const waiting = await Promise.all(
    (["forms", "incentives", "discounts", "orders"] as const).map(
      async (service) => [`outbox of ${service}`, await countRows(file, service, "outbox_events")] as const,
    ),
  );
  const issuing = await countRows(file, "incentives", "grants WHERE state = 2");
  const pushes = await countRows(file, "discounts", "store_pushes WHERE due_at IS NOT NULL");
  const all = [...waiting, ...(await backlogs(file.natsUrl)), ["ISSUING", issuing] as const, ["pushes to stores", pushes] as const];
  return Object.fromEntries(all.filter(([, count]) => count > 0));
}

async function backlogs(url: string): Promise<[string, number][]> {
  return withManager(url, async (manager) => {
    const found: [string, number][] = [];
    for await (const { config } of manager.streams.list())
      for await (const consumer of manager.consumers.list(config.name))
        found.push([`events for ${consumer.name}`, consumer.num_pending + consumer.num_ack_pending]);
    return found;
  });
}

export function countDeadLetters(url: string): Promise<number> {
  return withManager(url, async (manager) => {
    const info = await manager.streams.info(deadLetters).catch(() => undefined);
    return info?.state.messages ?? 0;
  });
}

async function withManager<Result>(url: string, effect: (manager: JetStreamManager) => Promise<Result>): Promise<Result> {
  const connection = await connect(natsOptions(url));
  try {
    return await effect(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}
