import { expect, it } from "vitest";
import { growthOf, slopeOf } from "./process-samples.js";

it("returns the slope of a line, also with symmetric noise", () => {
  expect(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: 100 + 2.5 * x })))).toBeCloseTo(2.5);
  expect(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: 100 + (x % 3 === 0 ? 4 : -4) })))).toBeCloseTo(0);
});

it("compares the last quarter with the first quarter", () => {
  expect(growthOf([10, 12, 11, 50, 90, 12, 21, 20])).toBe(9.5);
});
