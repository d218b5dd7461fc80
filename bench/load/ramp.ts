import { failedOf } from "./recorder.js";
import type { Stage } from "./stage.js";
import { judge, type Thresholds } from "./thresholds.js";

const factor = 1.25;
/** Default thresholds of each step of a ramp. */
const defaults = { maxP99Ms: 500, maxErrors: { value: 0, isPercent: false } } as const;

/** Returns the request rates of a ramp. Each rate is 25 % higher than the previous rate. The last rate is `to`. */
export function ratesOf({ from, to }: { from: number; to: number }): number[] {
  const rates: number[] = [];
  for (let rate = from; rate < to; rate *= factor) rates.push(Number(rate.toPrecision(3)));
  return [...rates, to];
}

/** Returns the thresholds that apply to each step of a ramp. */
export const rampThresholds = ({ maxP99Ms, maxErrors }: Thresholds): Required<Thresholds> => ({
  maxP99Ms: maxP99Ms ?? defaults.maxP99Ms,
  maxErrors: maxErrors ?? defaults.maxErrors,
});

/** Returns the threshold that a step has broken, or undefined. */
export function brokenReason({ recorder }: Stage, thresholds: Thresholds): string | undefined {
  const { total } = recorder;
  const broken = judge(total, thresholds).find(({ isMet }) => !isMet);
  if (!broken) return undefined;
  if (total.limited > failedOf(total)) return `${total.limited} responses were 429, which shows a rate limit and not the capacity`;
  return `${broken.name} is ${broken.actual} (${broken.limit})`;
}

/**
 * Runs the steps of a ramp until one breaks a threshold or the user stops the test. Returns the steps and the highest rate that met the
 * thresholds.
 */
export async function runRamp(
  rates: readonly number[],
  run: (rate: number) => Promise<Stage>,
  thresholds: Thresholds,
): Promise<{ stages: Stage[]; highest?: number; reason: string }> {
  const stages: Stage[] = [];
  let highest: number | undefined;
  for (const rate of rates) {
    const stage = await run(rate);
    stages.push(stage);
    if (stage.isStopped) return { stages, highest, reason: "the user stopped the run" };
    const reason = brokenReason(stage, thresholds);
    if (reason !== undefined) return { stages, highest, reason };
    highest = rate;
  }
  return { stages, highest, reason: "it reached its last rate" };
}
