import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@offergraph/shared/log/logger";
import { startNats } from "../nats.js";

export interface OwnNats {
  url: string;
  /** Stops the server, calls `change` with the folder of the server's files, and starts the server again on the same port. */
  restart(change: (folder: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a separate NATS server for one test. On the shared server at `inject("natsUrl")`, other tests could use the same durable names or
 * answer this test's requests.
 */
export async function startOwnNats(): Promise<OwnNats> {
  const folder = await mkdtemp(join(tmpdir(), "offergraph-nats-"));
  const start = (port?: number) => startNats({ dataDirectory: folder, port, log: createLogger("test", "silent") });
  let nats = await start();
  return {
    url: nats.url,
    async restart(change) {
      await nats.stop();
      await change(folder);
      nats = await start(Number(new URL(nats.url).port));
    },
    async stop() {
      await nats.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
