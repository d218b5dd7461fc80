import { shortNumber } from "../format.js";

export interface Scale {
  /** Returns the position of a value on the scale, as a number from 0 to 1. */
  at(value: number): number;
  ticks: readonly { value: number; label: string }[];
}

/** Returns a scale from 0 to a round number above `max`, with about five ticks. */
export function linearScale(max: number): Scale {
  const rough = (max > 0 ? max : 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.max(1, Math.ceil((max > 0 ? max : 1) / step));
  const top = count * step;
  const ticks = Array.from({ length: count + 1 }, (_, index) => ({ value: index * step, label: shortNumber(index * step) }));
  return { at: (value) => value / top, ticks };
}

/**
 * Returns a logarithmic scale between the powers of ten around `min` and `max`. Without values (min > max), the scale ranges from 1 to 10.
 */
export function logScale(min: number, max: number): Scale {
  if (min > max) return logScale(1, 10);
  const low = Math.floor(Math.log10(Math.max(min, 0.001)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(max, 0.001))));
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)).map((value) => ({
    value,
    label: shortNumber(value),
  }));
  return { at: (value) => (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low), ticks };
}

/** Returns a percentile scale with equal distances between 50 %, 90 %, 99 % and 99.9 %. */
export function percentileScale(max: number): Scale {
  const nines = (percentile: number) => -Math.log10(1 - Math.min(percentile, 99.9999) / 100);
  const end = Math.max(1, nines(max));
  const ticks = [0, 90, 99, 99.9, 99.99].filter((value) => nines(value) <= end).map((value) => ({ value, label: `${value} %` }));
  return { at: (value) => nines(value) / end, ticks };
}
