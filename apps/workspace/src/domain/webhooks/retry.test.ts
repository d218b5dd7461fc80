import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxFailingMs, nextAttempt } from "./retry.js";

const start = new Date("2026-06-01T12:00:00.000Z");

/** Returns the times of failing attempts, in milliseconds after the first failure. */
function attemptsOf(random: () => number, delayMs: () => number): number[] {
  const times = [0];
  let now = start;
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt({ attempts, firstFailedAt: start, now }, random());
    if (!next) return times;
    now = new Date(next.getTime() + delayMs());
    times.push(now.getTime() - start.getTime());
  }
}

describe("the attempts of a delivery", () => {
  it("follow growing pauses and end after three days", () => {
    const hours = attemptsOf(
      () => 0,
      () => 0,
    ).map((ms) => Math.round((ms / 3_600_000) * 100) / 100);
    expect(hours).toEqual([0, 0, 0.01, 0.04, 0.21, 0.71, 1.71, 3.71, 7.71, 15.71, 27.71, 47.71, 71.71, 72]);
  });

  it("never come earlier than the pause before, except the last, and the last is three days after the first failure", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), fc.integer({ min: 0, max: 1_000 }), (randoms, delay) => {
        const times = attemptsOf(
          () => randoms.next().value as number,
          () => delay,
        );
        const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0) - delay);
        const inner = pauses.slice(0, -1);
        expect(inner).toEqual([...inner].sort((a, b) => a - b));
        expect(times.at(-1)).toBe(maxFailingMs + delay);
        expect(times.length).toBeGreaterThan(10);
      }),
    );
  });
});
