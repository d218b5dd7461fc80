import { createLogger } from "@offergraph/shared/log/logger";
import { ensureRegistry } from "../registry/buckets.js";
import { connectNats } from "./connection.js";
import { replaceFormerConsumers } from "./former-consumers.js";
import { ensureStreams } from "./streams.js";
import { eventServices } from "./topology.js";

const timeoutMs = 30_000;

/**
 * Creates or updates all streams and the buckets of the schema registry, and replaces consumers of earlier versions. Only the NATS administrator may create or change streams,
 * because a service could configure its stream to copy the messages of another stream.
 */
export async function makeStreams(url: string): Promise<void> {
  const link = connectNats({ url, name: "offergraph-streams", log: createLogger("streams", "silent") });
  try {
    const { connection } = await link.waitForConnection(AbortSignal.timeout(timeoutMs)).catch(() => {
      throw new Error("NATS does not respond or rejects the administrator's credentials. Check NATS_URL.");
    });
    await ensureStreams(connection, eventServices);
    await ensureRegistry(connection);
    await replaceFormerConsumers(connection);
  } finally {
    await link.close();
  }
}
