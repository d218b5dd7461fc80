import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import { repository, type SystemFile } from "../../../e2e/src/start-system.js";
import { startServer } from "../child.js";
import type { StartedTarget } from "../target.js";

export interface OwnGateway {
  name: string;
  file: SystemFile;
  subgraphs: Readonly<Record<string, string>>;
  /** Path of the node binary, by default the binary that runs this benchmark. */
  node?: string;
  /** Folder of a built checkout, by default this repository. */
  checkout?: string;
  /** Folder with the file supergraph.json of an earlier start. By default, the gateway has no cached supergraph. */
  cacheFolder?: string;
  /** Further environment variables. */
  env?: Readonly<Record<string, string>>;
}

/** Starts another gateway process like the gateway of `npm start`. Ports, subgraphs and Node binary may differ. */
export async function startOwnGateway({
  name,
  file,
  subgraphs,
  node = process.execPath,
  checkout,
  cacheFolder,
  env = {},
}: OwnGateway): Promise<StartedTarget & { metricsUrl: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "offergraph-gateway-"));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const [words, environment] = await Promise.all(["cmdline", "environ"].map((part) => readProcess(file.pids.gateway, part)));
  const url = `http://127.0.0.1:${port}/graphql/v1`;
  const server = await startServer({
    command: node,
    // Omits parent-watchdog.mjs, because the process has no supervisor.
    words: (words ?? []).slice(1).filter((word) => word !== "--import" && !word.endsWith("parent-watchdog.mjs")),
    cwd: path.join(checkout ?? repository, "apps/gateway"),
    env: {
      ...Object.fromEntries((environment ?? []).filter((entry) => !entry.startsWith("NODE_CHANNEL_")).map(splitEntry)),
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SUPERGRAPH_CACHE: path.join(cacheFolder ?? folder, "supergraph.json"),
      // Without NATS, the gateway uses the URLs in SUBGRAPHS even for services that are registered.
      NATS_URL: "",
      SUBGRAPHS: Object.entries(subgraphs)
        .map(([service, address]) => `${service}=${address}`)
        .join(","),
      ...env,
    },
    url,
  });
  return {
    name,
    version: `Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}`,
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    pid: server.pid,
    headers: () => ({ authorization: `Bearer ${file.secretKey}` }),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readProcess(pid: number, part: string): Promise<string[]> {
  return (await readFile(`/proc/${pid}/${part}`, "utf8")).split("\0").filter((text) => text !== "");
}

function splitEntry(entry: string): [string, string] {
  const end = entry.indexOf("=");
  return [entry.slice(0, end), entry.slice(end + 1)];
}
