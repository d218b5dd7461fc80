import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Comparison, compareScaled } from "./scaled-decimal.js";

const operators: Comparison[] = ["=", "<>", "<", "<=", ">", ">="];

function holds(left: bigint, operator: Comparison, right: bigint): boolean {
  const answers = {
    "=": left === right,
    "<>": left !== right,
    "<": left < right,
    "<=": left <= right,
    ">": left > right,
    ">=": left >= right,
  };
  return answers[operator];
}

describe("a comparison with a scaled decimal", () => {
  it("is exact for every stored number, operator, decimal and scale", () => {
    const stored = fc.oneof(fc.integer({ min: -20, max: 20 }).map(BigInt), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
    const decimal = fc.oneof(fc.stringMatching(/^-?\d{1,2}(\.\d{1,6})?$/), fc.stringMatching(/^-?\d{1,22}(\.\d{1,6})?$/));
    fc.assert(
      fc.property(stored, fc.constantFrom(...operators), decimal, fc.integer({ min: 0, max: 4 }), (value, operator, text, scale) => {
        // Multiplied by 10^6, every decimal of this test is a whole number.
        const [whole = "", fraction = ""] = text.split(".");
        const right = BigInt(whole.replace("-", "") + fraction.padEnd(6, "0")) * (text.startsWith("-") ? -1n : 1n);
        const expected = holds(value * 10n ** BigInt(6 - scale), operator, right);
        const actual = compareScaled(operator, text, scale);
        expect(actual === "always" || (actual !== "never" && holds(value, actual.operator, actual.value))).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
  });

  it("never compares with a number outside the bigint range", () => {
    const ninetyNine = "9".repeat(999);
    for (const text of [ninetyNine, `-${ninetyNine}`, "922337203685477.5808", "-922337203685477.58080001"]) {
      for (const operator of operators) expect(compareScaled(operator, text, 4)).toBeTypeOf("string");
    }
    expect(compareScaled("<=", "922337203685477.58071", 4)).toEqual({ operator: "<=", value: 2n ** 63n - 1n });
  });
});
