import { closeSync, openSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import type { Logger } from "@offergraph/shared/log/logger";
import { becomes, endChild, hasEnded } from "./processes.js";
import { prometheusProgram } from "./prometheus-binary.js";
import { ownRunner } from "./run-as.js";

export interface PrometheusSettings {
  /** Folder for the configuration, the log and the data. */
  folder: string;
  /** URLs of the metrics by process. */
  metricsUrls: Readonly<Record<string, string>>;
  /** File with alert rules. */
  rulesFile: string;
  port?: number | undefined;
  intervalSeconds?: number;
  log: Logger;
}

export interface RunningPrometheus {
  url: string;
  pid: number;
  /** Resolves when the server has exited. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const stopping = { SIGTERM: 10_000, SIGKILL: 5_000 };

/** Starts a Prometheus server on 127.0.0.1 that reads the metrics of the processes. If the start fails, the error contains the log. */
export async function startPrometheus(settings: PrometheusSettings): Promise<RunningPrometheus> {
  const { folder, metricsUrls, rulesFile, port = await freePort(), intervalSeconds = 5, log } = settings;
  const program = await prometheusProgram("prometheus", log);
  await mkdir(folder, { recursive: true });
  // JSON is valid YAML.
  const configuration = join(folder, "prometheus.yml");
  const interval = `${intervalSeconds}s`;
  const targets = Object.entries(metricsUrls).map(([instance, url]) => ({ targets: [new URL(url).host], labels: { instance } }));
  await writeFile(
    configuration,
    JSON.stringify({
      global: { scrape_interval: interval, evaluation_interval: interval },
      rule_files: [rulesFile],
      scrape_configs: [{ job_name: "offergraph", static_configs: targets }],
    }),
  );
  const logPath = join(folder, "prometheus.log");
  const output = openSync(logPath, "w", 0o600);
  const words = [
    `--config.file=${configuration}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    "--storage.tsdb.retention.time=2d",
    `--web.listen-address=127.0.0.1:${port}`,
    "--enable-feature=exemplar-storage",
  ];
  const child = (await ownRunner()).start(program, words, output);
  closeSync(output);
  child.once("error", () => undefined);
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => child.pid === undefined || hasEnded(child) || (await responds(`${url}/-/ready`));
  if (!(await becomes(isReady, 60_000)) || child.pid === undefined || hasEnded(child)) {
    await endChild(child, stopping);
    throw new Error(`Prometheus did not start:\n${(await readFile(logPath, "utf8").catch(() => "")).trim()}`);
  }
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  child.unref();
  return { url, pid: child.pid, ended, stop: () => endChild(child, stopping) };
}

function responds(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
