import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convert, ownRate, reportedOf } from "./reported.js";

const greatest = 2n ** 63n - 1n;

describe("a converted amount", () => {
  it("is the exact product rounded half to even, to four decimals", () => {
    const amount = fc.bigInt({ min: -2_000_000_000_000_000_000n, max: 2_000_000_000_000_000_000n });
    const digits = (most: number) => fc.string({ unit: fc.constantFrom(..."0123456789", "5"), minLength: 1, maxLength: most });
    const rate = fc
      .tuple(
        digits(6).map((text) => String(BigInt(text))),
        fc.option(digits(12)),
      )
      .map(([whole, fraction]) => (fraction === null ? whole : `${whole}.${fraction}`));
    fc.assert(
      fc.property(amount, rate, (native, text) => {
        // Converts the exact and the actual value to a common denominator.
        const [whole = "", fraction = ""] = text.split(".");
        const denominator = 10n ** BigInt(fraction.length);
        const exact = native * BigInt(whole + fraction);
        const rounded = convert(native, text);
        const twiceOff = 2n * (rounded * denominator - exact);
        const distance = twiceOff < 0n ? -twiceOff : twiceOff;
        expect(distance <= denominator).toBe(true);
        if (distance === denominator) expect(rounded % 2n).toBe(0n);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ["0.5 to 0", 1n, "0.5", 0n],
    ["1.5 to 2", 3n, "0.5", 2n],
    ["2.5 to 2", 5n, "0.5", 2n],
    ["-0.5 to 0", -1n, "0.5", 0n],
    ["-1.5 to -2", -3n, "0.5", -2n],
    ["what is a little more than a half up", 1n, "0.5000000001", 1n],
    ["what is a little less than a half down", 3n, "0.4999999999", 1n],
    ["nothing by a whole rate", 123_4567n, "25000", 30864_175000n],
  ])("rounds %s", (_what, amount, rate, expected) => {
    expect(convert(amount, rate)).toBe(expected);
  });
});

describe("an order in the reporting currency", () => {
  const rate = { rate: "1.1", provider: "ecb" };
  const not = { converted: false, rate: null, rateProvider: null, reportedTotalPrice: null, reportedAttributedRevenue: null };

  it("converts both amounts and names the rate's provider", () => {
    expect(reportedOf({ totalPrice: 100n, attributedRevenue: 15n }, rate)).toEqual({
      converted: true,
      rate: "1.1",
      rateProvider: "ecb",
      reportedTotalPrice: 110n,
      reportedAttributedRevenue: 16n,
    });
  });

  it("has no attributed revenue when it is not attributed", () => {
    expect(reportedOf({ totalPrice: 100n, attributedRevenue: null }, ownRate)).toEqual({
      converted: true,
      rate: "1",
      rateProvider: null,
      reportedTotalPrice: 100n,
      reportedAttributedRevenue: null,
    });
  });

  it("is not converted without a rate", () => {
    expect(reportedOf({ totalPrice: 100n, attributedRevenue: 15n }, undefined)).toEqual(not);
  });

  it("is not converted if an amount exceeds a bigint", () => {
    const half = greatest / 2n;
    expect(reportedOf({ totalPrice: half, attributedRevenue: half }, { rate: "2", provider: null }).converted).toBe(true);
    expect(reportedOf({ totalPrice: half + 1n, attributedRevenue: 0n }, { rate: "2", provider: null })).toEqual(not);
    expect(reportedOf({ totalPrice: 0n, attributedRevenue: -half - 1n }, { rate: "2", provider: null })).toEqual(not);
  });
});
