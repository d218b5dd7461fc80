import { createLogger } from "../log/logger.js";
import { connectNats } from "./connection.js";
import { ensureStreams } from "./streams.js";
import { eventServices } from "./topology.js";

const timeoutMs = 30_000;

/**
 * Makes or adjusts all streams. Services may not do it themselves: who writes a stream's settings can have it copy another one.
 * `url`: of the administrator's credential. Rejects when NATS does not answer within 30 s.
 */
export async function makeStreams(url: string): Promise<void> {
  const link = connectNats({ url, name: "offergraph-streams", log: createLogger("streams", "silent") });
  try {
    const { connection } = await link.connected(AbortSignal.timeout(timeoutMs)).catch(() => {
      throw new Error("NATS does not answer, or refuses the credential of the administrator. Check NATS_URL.");
    });
    await ensureStreams(connection, eventServices);
  } finally {
    await link.close();
  }
}
