import type { NatsConnection } from "@nats-io/transport-node";
import { createLogger } from "@offergraph/shared/log/logger";
import { ensureRegistry } from "../registry/buckets.js";
import { connectNats } from "./connection.js";
import { replaceFormerConsumers } from "./former-consumers.js";
import { replicateStreams, whenClusterIsReady } from "./replicate-streams.js";
import { resetStreams } from "./reset-streams.js";
import { ensureStreams } from "./streams.js";
import { eventServices } from "./topology.js";

const timeoutMs = 30_000;

export interface MakeStreamsOptions {
  /** Replicas of each stream in a NATS cluster. By default, new streams have one replica, and existing streams keep their number. */
  replicas?: number | undefined;
}

/**
 * Creates or updates all streams and the buckets of the schema registry, and replaces consumers of earlier versions. Only the NATS
 * administrator may create or change streams, because a service could configure its stream to copy the messages of another stream.
 */
export function makeStreams(url: string, options: MakeStreamsOptions = {}): Promise<void> {
  return withAdmin(url, (connection, timeout) => makeAll(connection, timeout, options));
}

/**
 * Resets the streams of the services after their databases were restored (see `resetStreams`), and then creates or updates everything that
 * `makeStreams` creates.
 */
export function resetStreamsAt(url: string, services: readonly string[] = eventServices, options: MakeStreamsOptions = {}): Promise<void> {
  const unknown = services.find((service) => !eventServices.includes(service));
  if (unknown !== undefined) throw new Error(`Unknown service "${unknown}". The services are: ${eventServices.join(", ")}.`);
  return withAdmin(url, async (connection, timeout) => {
    await whenClusterIsReady(() => resetStreams(connection, services), timeout);
    await makeAll(connection, timeout, options);
  });
}

async function makeAll(connection: NatsConnection, timeout: AbortSignal, { replicas }: MakeStreamsOptions): Promise<void> {
  await whenClusterIsReady(async () => {
    await ensureStreams(connection, eventServices);
    await ensureRegistry(connection);
    if (replicas !== undefined) await replicateStreams(connection, replicas);
  }, timeout);
  await replaceFormerConsumers(connection);
}

async function withAdmin(url: string, effect: (connection: NatsConnection, timeout: AbortSignal) => Promise<void>): Promise<void> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const link = connectNats({ url, name: "offergraph-streams", log: createLogger("streams", "silent") });
  try {
    const { connection } = await link.waitForConnection(timeout).catch(() => {
      throw new Error("NATS does not respond or rejects the administrator's credentials. Check NATS_URL.");
    });
    await effect(connection, timeout);
  } finally {
    await link.close();
  }
}
