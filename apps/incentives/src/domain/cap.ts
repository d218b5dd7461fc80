import type { IncentiveLimitPeriod } from "../generated/types.js";

/** A stretch of time in milliseconds, its first moment included, the one after its last excluded. */
export interface Span {
  from: number;
  until: number;
}

/** When a customer ordered, around an outcome: the latest order at or before it, and the first one after it. */
export interface OrdersAround {
  before: number | null;
  after: number | null;
}

const dayMs = 86_400_000;
const windows: Partial<Record<IncentiveLimitPeriod, number>> = { DAY: dayMs, WEEK: 7 * dayMs, MONTH: 30 * dayMs };

/**
 * The outcomes of which time have to do with whether one at `outcomeAt` has a place. Outcomes may be heard of in another order than they
 * happened in, so for a rolling window these are later ones too.
 */
export function spanOf(period: IncentiveLimitPeriod, outcomeAt: number, { before, after }: OrdersAround): Span {
  const window = windows[period];
  if (window) return { from: outcomeAt - window + 1, until: outcomeAt + window };
  if (period === "EVER") return { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  return { from: before ?? Number.NEGATIVE_INFINITY, until: after ?? Number.POSITIVE_INFINITY };
}

/**
 * Whether there is a place for one more grant. `taken`: the outcomes, within the span, of the customer's grants that have a place. A rolling
 * window is as long as its period and ends at an outcome, which it includes: what is exactly that old is over. With the grant, no window
 * that ends at an outcome may have more than `limitCount`.
 */
export function hasPlace(
  { limitCount, limitPeriod }: { limitCount: number; limitPeriod: IncentiveLimitPeriod },
  outcomeAt: number,
  taken: readonly number[],
): boolean {
  const window = windows[limitPeriod];
  if (!window) return taken.length < limitCount;
  const ends = [outcomeAt, ...taken.filter((time) => time > outcomeAt)];
  return ends.every((end) => taken.filter((time) => time > end - window && time <= end).length < limitCount);
}
