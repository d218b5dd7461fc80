import { Command } from "commander";
import { formatStatus } from "./status/print.js";
import { reportOf, type StatusReport } from "./status/report.js";
import { isReady, observeProcesses, observePrometheus } from "./status/sources.js";
import { repository } from "./supervisor/apps.js";
import { isLocked } from "./supervisor/instance-lock.js";
import { readSettings } from "./supervisor/settings.js";
import { readSystem } from "./supervisor/system-file.js";

interface Options {
  url?: string;
  seconds: string;
  json: boolean;
}

/** Runs `offergraph status`. Returns the exit code: 1 if the figures cannot be read, or a service is not ready. */
export async function runStatus(words: readonly string[]): Promise<number> {
  const program = new Command("offergraph status")
    .description("prints the state of the running system on one screen")
    .option("--url <url>", "URL of a Prometheus server; by default, reads the metrics of the processes that npm start runs")
    .option("--seconds <seconds>", "time in which the requests of the processes are counted", "2")
    .option("--json", "print JSON", false);
  const options = program.parse(words, { from: "user" }).opts<Options>();
  try {
    const report = options.url ? reportOf(await observePrometheus(options.url), new Map()) : await reportOfSystem(Number(options.seconds));
    console.log(options.json ? JSON.stringify(report) : formatStatus(report, process.stdout.isTTY === true));
    return report.services.some((service) => service.isReady === false) ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function reportOfSystem(seconds: number): Promise<StatusReport> {
  if (!(seconds > 0)) throw new Error("--seconds must be a positive number.");
  const { dataDirectory } = readSettings(process.env, repository);
  const system = isLocked(dataDirectory) ? readSystem(dataDirectory) : undefined;
  if (!system)
    throw new Error(
      `Offergraph is not running with the data directory ${dataDirectory}. Run "npm start", set DATA_DIR, or pass --url with the URL of Prometheus.`,
    );
  const urls = Object.entries({ gateway: system.baseUrl, ...system.urls }).flatMap(([name, all]) =>
    all.split("|").map((url) => [name, url] as const),
  );
  const [observation, ready] = await Promise.all([
    observeProcesses(Object.values(system.metricsUrls), seconds),
    Promise.all(urls.map(async ([name, url]) => [serviceOf(name), await isReady(url)] as const)),
  ]);
  const readiness = new Map<string, boolean>();
  for (const [name, isOne] of ready) readiness.set(name, (readiness.get(name) ?? true) && isOne);
  return reportOf(observation, readiness);
}

/** Removes the number of a replica: the second replica of `forms` is the process `forms-2`. */
const serviceOf = (process: string) => process.replace(/-\d+$/, "");
