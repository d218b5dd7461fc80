import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@offergraph/shared/log/logger";
import { startNats } from "../nats.js";

/**
 * Starts a separate NATS server for one test. On the shared server at `inject("natsUrl")`, other tests could use the same durable names or
 * answer this test's requests.
 */
export async function startOwnNats(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "offergraph-nats-"));
  const nats = await startNats({ dataDirectory: folder, log: createLogger("test", "silent") });
  return {
    url: nats.url,
    async stop() {
      await nats.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
