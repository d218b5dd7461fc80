import type { CheckedLimit } from "./results/report.js";
import type { Table } from "./results/result.js";
import { median } from "./statistics.js";

/** Milliseconds from the start of a gateway to its first answer, and CPU milliseconds until then. A failed start has only the reason. */
export type Start = { ms: number; cpu: number } | { failure: string };

export const withCacheFile = "this gateway with a cache file";

/** Returns the medians. If a start failed, returns no figures, because the median would hide this start. */
function mediansOf(starts: readonly Start[]): { ms: number; cpu: number } | undefined {
  const measured = starts.flatMap((start) => ("failure" in start ? [] : [start]));
  if (measured.length === 0 || measured.length < starts.length) return undefined;
  return { ms: median(measured.map(({ ms }) => ms)), cpu: median(measured.map(({ cpu }) => cpu)) };
}

/** Returns a row for each gateway. */
export function startTable(starts: Readonly<Record<string, readonly Start[]>>, rounds: number): Table {
  return {
    title: `Start of the process to the first answer, median of ${rounds}`,
    columns: ["gateway", "ms", "CPU ms"],
    rows: Object.entries(starts).map(([name, all]) => {
      const { ms, cpu } = mediansOf(all) ?? {};
      return [name, ms?.toFixed(0) ?? "not measured", cpu?.toFixed(0) ?? "not measured"];
    }),
  };
}

/** Returns the limit of the cold start with a cache file. If a start failed, the limit has no value but the reason. */
export function startLimit(starts: Readonly<Record<string, readonly Start[]>>): CheckedLimit {
  const all = starts[withCacheFile] ?? [];
  const failed = all.find((start) => "failure" in start);
  return {
    ...{ text: `cold start of ${withCacheFile}`, unit: "ms", atMost: 3_000, short: 20_000 },
    value: mediansOf(all)?.ms ?? null,
    ...(failed && { note: `the gateway did not start: ${failed.failure}` }),
  };
}
