import type { IncentiveLimitPeriod } from "../generated/types.js";

/** A time range in milliseconds: `from` inclusive, `until` exclusive. */
export interface Span {
  from: number;
  until: number;
}

/** A customer's latest order at or before an outcome, and the first one after it. */
export interface OrdersAround {
  before: number | null;
  after: number | null;
}

const dayMs = 86_400_000;
const windows: Partial<Record<IncentiveLimitPeriod, number>> = { DAY: dayMs, WEEK: 7 * dayMs, MONTH: 30 * dayMs };

/**
 * Returns the range of outcomes that count towards the cap at `outcomeAt`. Outcomes can arrive out of order, so for a rolling window it
 * includes later ones.
 */
export function windowOf(period: IncentiveLimitPeriod, outcomeAt: number, { before, after }: OrdersAround): Span {
  const window = windows[period];
  if (window) return { from: outcomeAt - window + 1, until: outcomeAt + window };
  if (period === "EVER") return { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  return { from: before ?? Number.NEGATIVE_INFINITY, until: after ?? Number.POSITIVE_INFINITY };
}

/**
 * True if one more grant is within the cap. A rolling window ends at an outcome, inclusive, and excludes what is exactly one period older.
 * With the grant, no such window may contain more than `limitCount` grants.
 * @param taken outcomes of the customer's counted grants within the span
 */
export function isWithinCap(
  { limitCount, limitPeriod }: { limitCount: number; limitPeriod: IncentiveLimitPeriod },
  outcomeAt: number,
  taken: readonly number[],
): boolean {
  const window = windows[limitPeriod];
  if (!window) return taken.length < limitCount;
  const ends = [outcomeAt, ...taken.filter((time) => time > outcomeAt)];
  return ends.every((end) => taken.filter((time) => time > end - window && time <= end).length < limitCount);
}
