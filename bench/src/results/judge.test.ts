import { expect, it } from "vitest";
import { absentFigures, isReached, isRegression } from "./judge.js";

const ratio = (value: number | null, goal: object = { atMost: 1 }) => ({ text: "", unit: "×", value, ...goal });

it("reaches a goal in both directions, and never without a value", () => {
  expect([ratio(1), ratio(1.01), ratio(null), ratio(2, { atLeast: 2 }), ratio(1.9, { atLeast: 2 })].map(isReached)).toEqual([
    ...[true, false, false, true, false],
  ]);
});

it("reports a regression only if a figure is out of its goal and clearly worse than before", () => {
  expect(isRegression(ratio(1), ratio(0.5))).toBe(false);
  expect(isRegression(ratio(2.5), ratio(2))).toBe(false);
  expect(isRegression(ratio(2.7), ratio(2))).toBe(true);
  expect(isRegression(ratio(1, { atLeast: 2 }), ratio(1.4, { atLeast: 2 }))).toBe(true);
  expect(isRegression(ratio(9), undefined)).toBe(false);
});

it("reports a regression if a recorded figure has no value in this run", () => {
  expect(isRegression(ratio(null), ratio(0.5))).toBe(true);
  expect(isRegression(ratio(null), ratio(null))).toBe(false);
  expect(isRegression(ratio(null), undefined)).toBe(false);
});

it("finds the recorded figures that this run does not contain", () => {
  const named = (text: string, value: number | null) => ({ ...ratio(value), text });
  const recorded = [named("a", 1), named("b", 2), named("c", null)];
  expect(absentFigures([named("a", null)], recorded)).toEqual([named("b", 2)]);
});

it("tolerates more growth of times than of ratios", () => {
  const time = (value: number) => ({ text: "", unit: "ms", value, atMost: 10 });
  expect([19, 41].map((value) => isRegression(time(value), time(20)))).toEqual([false, true]);
});
