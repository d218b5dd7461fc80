import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { polling } from "@offergraph/testkit/timeouts";

/** Contents of DATA_DIR/offergraph.json. */
export interface SystemFile {
  baseUrl: string;
  workspaceId: string;
  secretKey: string;
  publishableKey: string;
  pids: Record<"gateway" | "discounts" | "incentives" | "forms" | "orders" | "sandbox-store" | "nats" | "postgres" | "workspace", number>;
  urls: Record<string, string>;
  metricsUrls: Record<string, string>;
  databaseUrls: Record<string, string>;
  natsUrl: string;
  sandboxStoreUrl: string;
  demo: "empty" | "filling" | "filled" | "failed";
  outboundAllowPrivate: "0" | "1";
}

export interface RunningSystem {
  dataDirectory: string;
  process: ChildProcess;
  read(): Promise<SystemFile>;
  stop(): Promise<void>;
  output(): string;
}

export const repository = fileURLToPath(new URL("../..", import.meta.url));

// On a busy machine, a healthy process may send nothing for a long time.
const timeouts = { DATABASE_WAIT_MS: String(polling.timeout), SUBGRAPH_SILENCE_MS: String(polling.timeout) };

/** Runs `npm start` of a checkout (default: this checkout) and waits until the system is ready. */
export async function startSystem(
  options: { env?: Record<string, string>; dataDirectory?: string; checkout?: string } = {},
): Promise<RunningSystem> {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(path.join(tmpdir(), "offergraph-e2e-")));
  const child = spawn("node", ["scripts/start.mjs"], {
    cwd: options.checkout ?? repository,
    detached: true,
    env: { ...process.env, ...timeouts, PORT: "0", DATA_DIR: dataDirectory, OFFERGRAPH_DEMO: "0", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let markReady = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (/^.*\bready\b/im.test(output)) markReady();
    });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(`The system exited before it was ready:\n${output}`);
    }),
  ]);
  return {
    dataDirectory,
    process: child,
    read: async () => JSON.parse(await readFile(path.join(dataDirectory, "offergraph.json"), "utf8")) as SystemFile,
    output: () => output,
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGINT");
      await ended;
      if (!options.dataDirectory) await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
