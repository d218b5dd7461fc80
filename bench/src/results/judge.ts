import type { Limit } from "./result.js";

/** True if the value has reached its goal. */
export function isReached({ value, atMost, atLeast }: Limit): boolean {
  return value !== null && (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
}

/** Maximum growth of a figure that misses its goal. Ratios may grow less than times, because times depend more on the machine. */
const tolerance = (unit: string): number => (unit === "×" ? 0.3 : 1);

/**
 * True if a figure misses its goal and is worse than the recorded figure by more than the tolerance, or if only the recorded figure has a
 * value.
 */
export function isRegression(limit: Limit, recorded: Limit | undefined): boolean {
  const [now, before] = [limit.value, recorded?.value];
  if (isReached(limit) || before === null || before === undefined) return false;
  if (now === null) return true;
  const growth = limit.atLeast === undefined ? now / before : before / now;
  return growth > 1 + tolerance(limit.unit);
}

/** Returns the recorded figures with a value that are not among the figures of this run. */
export const absentFigures = (limits: readonly Limit[], recorded: readonly Limit[]): Limit[] =>
  recorded.filter(({ text, value }) => value !== null && !limits.some((limit) => limit.text === text));

export const formatFigure = (value: number | null, unit: string): string => {
  if (value === null || Number.isNaN(value)) return "–";
  const text = value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  return unit === "×" ? `${text} ×` : `${text} ${unit}`;
};

export function formatGoal({ atMost, atLeast, unit }: Limit): string {
  if (atMost !== undefined) return `at most ${formatFigure(atMost, unit)}`;
  return atLeast === undefined ? "" : `at least ${formatFigure(atLeast, unit)}`;
}
