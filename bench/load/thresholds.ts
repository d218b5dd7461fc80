import { failedOf, type Tally } from "./recorder.js";
import type { MaxErrors, Settings } from "./settings.js";

export interface Verdict {
  name: string;
  limit: string;
  actual: string;
  isMet: boolean;
}

export type Thresholds = Pick<Settings, "maxP99Ms" | "maxErrors">;

/**
 * Compares the result of a load test with the thresholds. Rate-limited requests count as errors. Without a successful request, no threshold
 * is met.
 */
export function judge(tally: Tally, { maxP99Ms, maxErrors }: Thresholds): Verdict[] {
  const verdicts: Verdict[] = [{ name: "successful requests", limit: "at least 1", actual: String(tally.ok), isMet: tally.ok > 0 }];
  if (maxP99Ms !== undefined) {
    const p99 = p99Of(tally);
    verdicts.push({ name: "p99", limit: `at most ${maxP99Ms} ms`, actual: `${p99.toFixed(1)} ms`, isMet: p99 <= maxP99Ms });
  }
  if (maxErrors) verdicts.push(judgeErrors(tally, maxErrors));
  return verdicts;
}

export const p99Of = ({ latency }: Tally): number => latency.getValueAtPercentile(99) / 1000;

function judgeErrors(tally: Tally, { value, isPercent }: MaxErrors): Verdict {
  const errors = failedOf(tally) + tally.limited;
  const actual = isPercent ? (errors / Math.max(1, errors + tally.ok)) * 100 : errors;
  const unit = isPercent ? " %" : "";
  const shown = isPercent ? actual.toFixed(2) : String(actual);
  return { name: "errors, including 429", limit: `at most ${value}${unit}`, actual: `${shown}${unit}`, isMet: actual <= value };
}
