import { describe, expect, it } from "vitest";
import { brightness, contrast, mixed } from "./brightness.js";

it("rates brightness from 0 (black) to 100 (white), green highest", () => {
  expect(["#000000", "#ffffff", "#ff0000", "#00FF00", "#0000ff", "#808080"].map((colour) => brightness(colour).toFixed(1))).toEqual([
    "0.0",
    "100.0",
    "21.3",
    "71.5",
    "7.2",
    "50.2",
  ]);
});

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", "100.0"],
    ["#ff0000", "#0000FF", "14.0"],
    ["#123456", "#123456", "0.0"],
  ])("of %s and %s is %s in either order", (one, other, expected) => {
    expect(contrast(one, other).toFixed(1)).toBe(expected);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

it("interpolates between two colors", () => {
  expect([0, 0.25, 0.5, 1].map((way) => mixed("#0010fF", "#ff1000", way))).toEqual(["#0010ff", "#4010bf", "#801080", "#ff1000"]);
});
