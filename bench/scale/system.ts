import { readFile } from "node:fs/promises";
import path from "node:path";
import { type RunningSystem, type SystemFile, startSystem } from "../../e2e/src/start-system.js";
import { admin } from "../../e2e/src/workspace.js";
import { measureIdleRate, type ProcessorTime, readProcessorTime } from "../src/processor-time.js";
import { waitForBacklog } from "../src/wait-for-consumers.js";
import { type KnownCode, type Size, seed } from "./seed.js";
import { type Operation, type Sent, send } from "./send.js";

export interface ScaleSystem {
  size: Size;
  running: RunningSystem;
  file: SystemFile;
  /** Public addresses of the gateways. */
  gateways: string[];
  known: KnownCode[];
  signingKey: string;
  connectionId: string;
  ingestKey: string;
  /** Processor seconds per second of each idle process. */
  idle: ProcessorTime;
}

export interface Options {
  /** Folder that keeps the data for the next run. By default, the data is deleted at the end. */
  dataDirectory?: string;
  /** Number of processes of the gateway and of the discounts service. */
  processes?: number;
}

const withoutLimits = { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_FAILED_KEY: "0", RATE_LIMIT_PUBLIC: "0" };

/** Starts the whole system with the given number of rows. */
export async function startScaleSystem(size: Size, { dataDirectory, processes = 1 }: Options = {}): Promise<ScaleSystem> {
  const replicas = { OFFERGRAPH_REPLICAS: `gateway:${processes},discounts:${processes}` };
  const running = await startSystem({ env: { ...withoutLimits, ...replicas }, ...(dataDirectory && { dataDirectory }) });
  try {
    const file = await running.read();
    const known = await seed(file, size);
    const run = <Result>(...words: string[]) => admin<Result>(words, running.dataDirectory);
    const { connectionId } = await run<{ connectionId: string }>("connection", "add", "--name", `Bench ${Date.now()}`);
    const { key } = await run<{ key: string }>("key", "create", "--connection", connectionId);
    const base = new URL(file.baseUrl);
    return {
      ...{ size, running, file, known, connectionId, ingestKey: key },
      gateways: Array.from({ length: processes }, (_, index) => `http://${base.hostname}:${Number(base.port) + index}`),
      signingKey: (await readFile(path.join(running.dataDirectory, "signing-key"), "utf8")).trim(),
      idle: {},
    };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Waits until all events are processed, and measures the idle system's processor time. */
export async function measureIdle(system: ScaleSystem): Promise<void> {
  await waitForBacklog(system.file, 0);
  system.idle = await measureIdleRate(system.file.pids, 4);
}

/** CPU time in microseconds per request. Includes event processing, and excludes the idle load. */
export interface Round extends Sent {
  gateway: number;
  services: number;
  postgres: number;
}

/** Measures one round of requests to the gateways, or to `origins`. */
export async function measureRound(
  system: ScaleSystem,
  operation: Operation,
  amount: number,
  connections: number,
  origins: readonly string[] = system.gateways,
): Promise<Round> {
  const { pids } = system.file;
  const [before, started] = [await readProcessorTime(pids), performance.now()];
  const sent = await send(origins, operation, amount, connections);
  if (operation.emitsEvents && !(await waitForBacklog(system.file, 0)))
    throw new Error(`The events of "${operation.name}" were not processed.`);
  const [after, seconds] = [await readProcessorTime(pids), (performance.now() - started) / 1_000];
  const usedBy = (isWanted: (name: string) => boolean) =>
    Object.keys(after)
      .filter(isWanted)
      .reduce((sum, name) => sum + ((after[name] ?? 0) - (before[name] ?? 0) - (system.idle[name] ?? 0) * seconds), 0) *
    (1e6 / amount);
  return {
    ...sent,
    gateway: usedBy((name) => name.startsWith("gateway")),
    services: usedBy((name) => /^(discounts|forms|incentives|orders|workspace)/.test(name)),
    postgres: usedBy((name) => name === "postgres"),
  };
}
