import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repetition, speeding, straightLining, type TrustSignals, trustOf } from "./trust.js";

describe("the trust score", () => {
  it("is 1 without reasons if all signals are 0 or unknown", () => {
    expect(trustOf({})).toEqual({ score: 1, reasons: [], version: 3 });
    expect(trustOf({ same_visitor: undefined, answered_too_fast: 0, declined_grants: 0 })).toEqual({ score: 1, reasons: [], version: 3 });
  });
  it("subtracts weight times signal and lists reasons by loss descending", () => {
    expect(trustOf({ same_network: 1 })).toMatchObject({ score: 0.9, reasons: ["same_network"] });
    expect(trustOf({ answered_too_fast: 0.5, same_network: 1, disposable_email: 0.5 })).toMatchObject({
      score: 0.45,
      reasons: ["answered_too_fast", "disposable_email", "same_network"],
    });
  });
  it("stays at 0.8 or above for a shared network and device", () => {
    expect(trustOf({ same_network: 1, same_device: 1 }).score).toBe(0.8);
  });
  it("is never below 0", () => {
    expect(trustOf({ honeypot_filled: 1, bot_user_agent: 1, answered_too_fast: 1 }).score).toBe(0);
  });
  it("never rises with a signal and stays between 0 and 1", () => {
    const names = ["answered_too_fast", "same_answers", "honeypot_filled", "same_visitor", "same_network", "bot_user_agent"] as const;
    const signal = fc.double({ min: -1, max: 2, noNaN: true });
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(names.map((name) => [name, signal]))),
        fc.constantFrom(...names),
        signal,
        (all, name, more) => {
          const before = trustOf(all as TrustSignals).score;
          const after = trustOf({ ...all, [name]: Math.max(more, all[name] ?? 0) }).score;
          expect(after).toBeLessThanOrEqual(before);
          expect(after).toBeGreaterThanOrEqual(0);
          expect(before).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe("speeding", () => {
  it.each([
    [0, 0, 0, undefined],
    [4, 0, 0, 1],
    [4, 0, 2_000, 1],
    [4, 0, 3_000, 0.5],
    [4, 0, 4_000, 0],
    [4, 0, 60_000, 0],
    [1, 40, 1_500, 1],
    [1, 40, 3_000, 0],
    [1, 100_000, 11_000, 0],
  ])("of %i questions with %i characters in %i ms is %s", (questions, characters, elapsedMs, expected) => {
    expect(speeding({ questions, characters }, elapsedMs)).toBe(expected);
  });
});

describe("repetition", () => {
  it("starts at the second answer and rises at the fifth and twentieth", () => {
    expect([0, 1, 3, 4, 18, 19, 1_000].map(repetition)).toEqual([0, 1 / 3, 1 / 3, 2 / 3, 2 / 3, 1, 1]);
  });
});

describe("straight-lining", () => {
  it("requires at least four equal answers", () => {
    expect(straightLining([3, 3, 3])).toBeUndefined();
    expect(straightLining([3, 3, 3, 3])).toBe(1);
    expect(straightLining([3, 3, 3, 4])).toBe(0);
    expect(straightLining([3, 3, 3, "3"])).toBe(0);
  });
});
