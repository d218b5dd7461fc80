import { describe, expect, it } from "vitest";
import { contrast, luminance, mixed } from "./contrast.js";

// The numbers are WCAG 2's own, and of its well-known checkers.
it("the luminance of a colour goes from 0 (black) to 1 (white); green is the brightest", () => {
  expect(["#000000", "#ffffff", "#ff0000", "#00FF00", "#0000ff", "#0a0a0a"].map((colour) => luminance(colour).toFixed(4))).toEqual([
    "0.0000",
    "1.0000",
    "0.2126",
    "0.7152",
    "0.0722",
    "0.0030",
  ]);
});

describe("the contrast of two colours", () => {
  it.each([
    ["#000000", "#ffffff", "21.00"],
    ["#777777", "#ffffff", "4.48"],
    ["#767676", "#FFFFFF", "4.54"],
    ["#ff0000", "#0000ff", "2.15"],
    ["#123456", "#123456", "1.00"],
  ])("%s and %s: %s, whichever comes first", (one, other, expected) => {
    expect(contrast(one, other).toFixed(2)).toBe(expected);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

it("a colour on the way to another is so much of each", () => {
  expect([0, 0.25, 0.5, 1].map((way) => mixed("#0010fF", "#ff1000", way))).toEqual(["#0010ff", "#4010bf", "#801080", "#ff1000"]);
});
