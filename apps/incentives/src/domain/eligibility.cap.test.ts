import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IncentiveLimitPeriod } from "../generated/types.js";
import { isWithinCap, windowOf } from "./eligibility.js";
import { limitPeriods } from "./ordinals.js";

const days: Partial<Record<IncentiveLimitPeriod, number>> = { DAY: 1, WEEK: 7, MONTH: 30 };
const hoursMs = (hours: number) => hours * 60 * 60 * 1_000;
const start = Date.parse("2026-05-01T10:00:00.000Z");
const nobodyOrdered = { before: null, after: null };

/** Returns the outcomes whose grants stay within the cap. */
function grantAll(limitCount: number, limitPeriod: IncentiveLimitPeriod, outcomes: readonly number[], orders: readonly number[] = []) {
  const granted: number[] = [];
  for (const outcome of outcomes) {
    const before = Math.max(...orders.filter((order) => order <= outcome));
    const after = Math.min(...orders.filter((order) => order > outcome));
    const around = { before: Number.isFinite(before) ? before : null, after: Number.isFinite(after) ? after : null };
    const { from, until } = windowOf(limitPeriod, outcome, around);
    const taken = granted.filter((time) => time >= from && time < until);
    if (isWithinCap({ limitCount, limitPeriod }, outcome, taken)) granted.push(outcome);
  }
  return granted;
}

/** Reference implementation: checks all windows and returns the maximum number of grants in one window. */
function maxTogether(period: IncentiveLimitPeriod, granted: readonly number[], orders: readonly number[]): number {
  const together = (one: number, other: number) => {
    if (period === "EVER") return true;
    if (period === "ORDER") return !orders.some((order) => other < order && order <= one);
    return one - other < hoursMs(24 * (days[period] ?? 0));
  };
  let most = 0;
  for (const last of granted) {
    let count = 0;
    for (const earlier of granted) if (earlier <= last && together(last, earlier)) count += 1;
    most = Math.max(most, count);
  }
  return most;
}

describe("a rolling window's edge", () => {
  it.each(["DAY", "WEEK", "MONTH"] as const)(
    "of a %s includes grants that are one millisecond younger, and excludes those of its age or older",
    (period) => {
      const length = hoursMs(24 * (days[period] ?? 0));
      const granted = (age: number) => grantAll(1, period, [start, start + age]).length;
      expect([granted(length - 1), granted(length), granted(length + 1)]).toEqual([1, 2, 2]);
    },
  );

  it("also applies backwards: an earlier outcome is capped if a later one was granted first", () => {
    const granted = (age: number) => grantAll(1, "DAY", [start, start - age]).length;
    expect([granted(hoursMs(24) - 1), granted(hoursMs(24)), granted(hoursMs(24) + 1)]).toEqual([1, 2, 2]);
  });

  it("does not depend on midnight: a month is 30 days of 24 hours", () => {
    expect(grantAll(1, "MONTH", [start, start + hoursMs(24 * 30)])).toHaveLength(2);
  });
});

describe("the window of an order", () => {
  it("begins with the order and includes outcomes of the same moment", () => {
    const granted = (outcome: number) => grantAll(1, "ORDER", [start - 10, start + 10, outcome], [start]).length;
    expect([granted(start - 1), granted(start), granted(start + 1)]).toEqual([2, 2, 2]);
    expect(grantAll(1, "ORDER", [start - 10, start], [start])).toHaveLength(2);
    expect(grantAll(1, "ORDER", [start - 10, start - 1], [start])).toHaveLength(1);
  });

  it("is unlimited before the first order", () => {
    expect(windowOf("ORDER", start, nobodyOrdered)).toEqual(windowOf("EVER", start, nobodyOrdered));
    expect(grantAll(1, "ORDER", [start, start + hoursMs(24 * 365)])).toHaveLength(1);
  });
});

/** Window boundaries, and times one millisecond before and after each boundary. */
const times = fc
  .tuple(fc.constantFrom(0, 24, 48, 24 * 7, 24 * 8, 24 * 30, 24 * 37, 24 * 60), fc.integer({ min: -1, max: 1 }), fc.constantFrom(0, 0, 12))
  .map(([hours, off, more]) => start + hoursMs(hours + more) + off);
const cases = fc.record({
  period: fc.constantFrom(...limitPeriods),
  limit: fc.integer({ min: 1, max: 4 }),
  outcomes: fc.array(times, { maxLength: 30 }),
  orders: fc.array(times, { maxLength: 4 }),
});

describe("for any order of outcomes", () => {
  it("no window has more grants than the limit, and no outcome within the limit is capped", () => {
    fc.assert(
      fc.property(cases, ({ period, limit, outcomes, orders }) => {
        const granted: number[] = [];
        for (const outcome of outcomes) {
          const now = grantAll(limit, period, [...granted, outcome], orders);
          expect(now.length > granted.length).toBe(maxTogether(period, [...granted, outcome], orders) <= limit);
          granted.splice(0, granted.length, ...now);
        }
        expect(maxTogether(period, granted, orders)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 2_000 },
    );
  });

  it("outcomes in chronological order are granted while their window is below the limit", () => {
    fc.assert(
      fc.property(cases, ({ period, limit, outcomes, orders }) => {
        const inOrder = [...outcomes].sort((one, other) => one - other);
        const expected: number[] = [];
        for (const outcome of inOrder)
          if (maxTogether(period, [...expected.filter((earlier) => earlier <= outcome), outcome], orders) <= limit) expected.push(outcome);
        expect(grantAll(limit, period, inOrder, orders)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
