import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import { startServer } from "../child.js";
import type { StartedTarget } from "../target.js";
import { installPeer } from "./install.js";
import { composeSupergraph } from "./stock.js";

/** Starts Hive Gateway with its query planner in Rust. The subgraph URLs must point to a hop that signs the requests. */
export async function startHive(subgraphs: Readonly<Record<string, string>>): Promise<StartedTarget> {
  const { directory, version } = await installPeer("hive");
  const folder = await mkdtemp(path.join(tmpdir(), "offergraph-hive-"));
  await writeFile(path.join(folder, "supergraph.graphql"), await composeSupergraph(subgraphs));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/graphql`;
  const binary = path.join(directory, "../../.bin/hive-gateway");
  const words = [binary, "supergraph", "supergraph.graphql", "--hive-router-runtime", "--host", "127.0.0.1", "--port", String(port)];
  const env = { ...process.env, NODE_ENV: "production", FORK: "1" };
  const server = await startServer({ command: process.execPath, words, cwd: folder, env, url });
  return {
    name: "Hive Gateway",
    version,
    url,
    pid: server.pid,
    headers: () => ({}),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
