import { partNames } from "../../scale/parts.js";
import { type Result, readResult, resultsFolder } from "../results/result.js";
import type { Missing } from "./markdown.js";

/** The results of docs/performance.md in the order of the page, with the commands that record the results. */
const benchmarks: Missing[] = [
  { name: "gateways", command: "npm run bench -- gateways" },
  { name: "lab", command: "npm run bench -- lab --record" },
  ...["operations", "ingest", "collect", "latency", "startup", "telemetry"].map((name) => ({ name, command: `npm run bench -- ${name}` })),
  ...partNames.map((part) => ({ name: `scale-${part}`, command: `npm run bench -- scale --parts ${part}` })),
  { name: "profiles", command: "npm run bench -- profiles" },
];

/** Reads the recorded results. `missing` contains the benchmarks without a recorded result. */
export async function readResults(folder = resultsFolder): Promise<{ results: Result[]; missing: Missing[] }> {
  const results: Result[] = [];
  const missing: Missing[] = [];
  for (const benchmark of benchmarks) {
    const result = await readResult(benchmark.name, folder);
    if (result) results.push(result);
    else missing.push(benchmark);
  }
  return { results, missing };
}
