import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger } from "@offergraph/shared/log/logger";
import { type RunningPrometheus, startPrometheus } from "../../../packages/dev-stack/src/prometheus.js";
import { environment } from "../chaos/prove-grants.js";
import { repository, startSystem } from "../start-system.js";
import { prepareTraffic } from "./traffic.js";

export const scrapeSeconds = 5;
/** Excludes the first requests, which load code and fill caches, and the operations that prepare the run. */
const warmUpSeconds = 40;

/** Start and end of a recorded run, in seconds since 1970. */
export interface TimeRange {
  start: number;
  end: number;
}

const rulesFile = path.join(repository, "deploy/observe/prometheus/alerts.yml");
const now = () => Math.floor(Date.now() / 1_000);
const fileOf = (folder: string) => path.join(folder, "range.json");

/** Runs a system for some minutes. Stores the metrics and the time range in the folder. */
export async function record(folder: string, minutes: number, log: (text: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true });
  const system = await startSystem({ env: { ...environment, OFFERGRAPH_REPLICAS: "" } });
  try {
    const traffic = await prepareTraffic(system, minutes + warmUpSeconds / 60, log);
    try {
      const range = await recordTraffic(folder, (await system.read()).metricsUrls, () => traffic.send());
      await writeFile(fileOf(folder), JSON.stringify({ ...range, start: range.start + warmUpSeconds }));
    } finally {
      await traffic.close();
    }
  } finally {
    await system.stop();
  }
}

/** Runs Prometheus during the requests. Returns the time range of the requests. */
async function recordTraffic(folder: string, metricsUrls: Readonly<Record<string, string>>, send: () => Promise<void>): Promise<TimeRange> {
  const prometheus = await prometheusIn(folder, metricsUrls);
  try {
    const start = now();
    await send();
    return { start, end: now() };
  } finally {
    await prometheus.stop();
  }
}

/** Returns the time range of the run in the folder, or undefined if the folder contains no run. */
export async function rangeIn(folder: string): Promise<TimeRange | undefined> {
  const text = await readFile(fileOf(folder), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as TimeRange);
}

export function prometheusIn(folder: string, metricsUrls: Readonly<Record<string, string>> = {}): Promise<RunningPrometheus> {
  const log = createLogger("prove", "warn");
  return startPrometheus({ folder, metricsUrls, rulesFile, intervalSeconds: scrapeSeconds, log });
}
