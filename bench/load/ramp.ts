import { failedOf } from "./recorder.js";
import type { Stage } from "./stage.js";
import { judge, type Thresholds } from "./thresholds.js";

const factor = 1.25;
/** Thresholds of a step if the user gives none. */
const defaults = { maxP99Ms: 500, maxErrors: { value: 0, isPercent: false } } as const;

/** Returns the rates of a ramp: each is 25 % higher than the previous rate, and the last is `to`. */
export function ratesOf({ from, to }: { from: number; to: number }): number[] {
  const rates: number[] = [];
  for (let rate = from; rate < to; rate *= factor) rates.push(Number(rate.toPrecision(3)));
  return [...rates, to];
}

/** Returns the thresholds of each step. */
export const rampThresholds = ({ maxP99Ms, maxErrors }: Thresholds): Required<Thresholds> => ({
  maxP99Ms: maxP99Ms ?? defaults.maxP99Ms,
  maxErrors: maxErrors ?? defaults.maxErrors,
});

/** Returns the reason why a step of the ramp does not hold, or undefined. */
export function brokenReason({ recorder }: Stage, thresholds: Thresholds): string | undefined {
  const { total } = recorder;
  const broken = judge(total, thresholds).find(({ isMet }) => !isMet);
  if (!broken) return undefined;
  if (total.limited > failedOf(total)) return `${total.limited} responses were 429, which shows a rate limit and not the capacity`;
  return `${broken.name} is ${broken.actual} (${broken.limit})`;
}

/** Runs steps until one breaks a threshold or the user stops. Returns the steps and the highest rate that held. */
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
