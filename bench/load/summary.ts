import { table } from "@offergraph/shared/cli/output";
import { figure } from "./format.js";
import type { Sample } from "./recorder.js";
import type { OperationResult, Result, StageResult } from "./result.js";

/** Formats a line about the last second for the live progress. */
export function progressLine({ second, rate, ok, limited, failed, p50, p99 }: Sample, inFlight: number): string {
  const times = `p50 ${figure(p50)} ms, p99 ${figure(p99)} ms`;
  const warnings = `${limited > 0 ? `, 429: ${limited}` : ""}${failed > 0 ? `, failed: ${failed}` : ""}`;
  return `${second.toFixed(0).padStart(4)} s  ${figure(rate)} req/s planned, ${ok} ok${warnings}, ${inFlight} in flight, ${times}`;
}

function rowOf(name: string, { sent, ok, limited, failed, latencies }: OperationResult): string[] {
  return [name, ...[sent, ok, limited, failed].map(String), ...[0, 1, 2, 3, 4].map((index) => figure(latencies[index]))];
}

const columns = ["sent", "ok", "429", "failed", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "max ms"];

/** Formats the result of a load test for the terminal. */
export function summarize({ stages, highestRate, endReason, verdicts, notes }: Result): string {
  const rows =
    stages.length === 1
      ? stages.flatMap(({ operations, total }) => [...operations, total]).map((each) => rowOf(each.name, each))
      : stages.map(({ rate, total }) => rowOf(`${figure(rate)}/s`, total));
  const lines = ["", table([[stages.length === 1 ? "operation" : "rate", ...columns], ...rows])];
  const [only] = stages;
  if (only && stages.length === 1) lines.push("", ...singleLines(only));
  if (highestRate !== undefined)
    lines.push(
      "",
      highestRate === null
        ? "No rate of the ramp met the thresholds."
        : `Highest rate that met the thresholds: ${highestRate} requests per second.`,
    );
  if (endReason) lines.push(`The ramp ended because ${endReason}.`);
  if (verdicts.length > 0)
    lines.push("", ...verdicts.map(({ name, limit, actual, isMet }) => `${isMet ? "ok  " : "FAIL"}  ${name}: ${actual} (${limit})`));
  lines.push(...notes.flatMap((note) => ["", `Note: ${note}`]));
  return lines.join("\n");
}

function singleLines({ rate, okPerSecond, total, generator }: StageResult): string[] {
  const failures = Object.entries(total.failures).map(([code, count]) => `${code}: ${count}`);
  return [
    `${figure(okPerSecond)} successful requests per second of ${figure(rate)} planned.`,
    `p99 without the correction for late requests: ${figure(total.serviceTimes[2])} ms.`,
    `Generator: p99 delay ${figure(generator.lagP99)} ms, ${(generator.cpu * 100).toFixed(0)} % of a CPU core.`,
    ...(failures.length > 0 ? [`Failures: ${failures.join(", ")}.`] : []),
  ];
}
