import { linearScale } from "../../../bench/load/report/scale.js";
import { formatValue, scaleFor } from "./format-value.js";

export interface Tick {
  value: number;
  label: string;
}

export interface Axis {
  max: number;
  ticks: readonly Tick[];
}

/** Returns an axis from 0 to a round number above `max`. Without a positive value, the axis ends at 1, for example at 1 s. */
export function valueAxis(unit: string, max: number, fixedMax?: number): Axis {
  const { from } = scaleFor(unit, fixedMax ?? (max > 0 ? max : 1));
  const { ticks } = linearScale((fixedMax ?? (max > 0 ? max : from)) / from);
  const shown = ticks.map(({ value }) => value * from);
  return {
    max: fixedMax ?? shown.at(-1) ?? from,
    ticks: shown.map((value) => ({ value, label: value === 0 ? "0" : formatValue(unit, value) })),
  };
}

const timeSteps = [15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200];
const maxTimeTicks = 6;

/** Returns a tick for each round time in the range. The label is the time of day in UTC. */
export function timeTicks(start: number, end: number): Tick[] {
  const step = timeSteps.find((seconds) => (end - start) / seconds <= maxTimeTicks) ?? 21_600;
  const first = Math.ceil(start / step) * step;
  const count = Math.max(0, Math.floor((end - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step).map((value) => ({
    value,
    label: new Date(value * 1_000).toISOString().slice(11, step < 60 ? 19 : 16),
  }));
}
