import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestRate, convert, ownRate, type RatePath, reportedOf } from "./reported.js";

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
  const not = {
    converted: false,
    rate: null,
    rateProvider: null,
    reportedTotalPrice: null,
    reportedAttributedRevenue: null,
    reportedDiscountGiven: null,
  };

  it("converts all amounts and names the rate's provider", () => {
    expect(reportedOf({ totalPrice: 100n, attributedRevenue: 15n, discountGiven: 5n }, rate)).toEqual({
      converted: true,
      rate: "1.1",
      rateProvider: "ecb",
      reportedTotalPrice: 110n,
      reportedAttributedRevenue: 16n,
      reportedDiscountGiven: 6n,
    });
  });

  it("has no attributed revenue when it is not attributed", () => {
    expect(reportedOf({ totalPrice: 100n, attributedRevenue: null, discountGiven: null }, ownRate)).toEqual({
      converted: true,
      rate: "1",
      rateProvider: null,
      reportedTotalPrice: 100n,
      reportedAttributedRevenue: null,
      reportedDiscountGiven: null,
    });
  });

  it("is not converted without a rate", () => {
    expect(reportedOf({ totalPrice: 100n, attributedRevenue: 15n, discountGiven: null }, undefined)).toEqual(not);
  });

  it("is not converted if an amount exceeds a bigint", () => {
    const half = greatest / 2n;
    expect(reportedOf({ totalPrice: half, attributedRevenue: half, discountGiven: null }, { rate: "2", provider: null }).converted).toBe(
      true,
    );
    expect(reportedOf({ totalPrice: half + 1n, attributedRevenue: 0n, discountGiven: null }, { rate: "2", provider: null })).toEqual(not);
    expect(reportedOf({ totalPrice: 0n, attributedRevenue: -half - 1n, discountGiven: null }, { rate: "2", provider: null })).toEqual(not);
  });
});

describe("the best rate", () => {
  const leg = (rate: string, isInverse = false, provider = "ecb") => ({ rate, provider, isInverse });
  const direct = { via: null, legs: [leg("1.1")] };
  const inverse = { via: null, legs: [leg("8", true)] };
  const cross = { via: "eur", legs: [leg("2", true), leg("1.5")] };

  it("is the direct rate, else the inverse, else the one over a common currency", () => {
    expect(bestRate([cross, inverse, direct])).toEqual({ rate: "1.1", provider: "ecb" });
    expect(bestRate([cross, inverse])).toEqual({ rate: "0.125", provider: "ecb (inverse)" });
    expect(bestRate([cross])).toEqual({ rate: "0.75", provider: "ecb via eur" });
    expect(bestRate([])).toBeUndefined();
  });

  it("goes over the currency with fewer inverse rates, then the first in alphabetical order", () => {
    const [chf, gbp] = ["chf", "gbp"].map((via) => ({ via, legs: [leg("2"), leg("3", false, "boe")] }));
    expect(bestRate([cross, gbp as RatePath, chf as RatePath])).toEqual({ rate: "6", provider: "ecb, boe via chf" });
  });

  it("is rounded half to even to 24 decimals", () => {
    expect(bestRate([{ via: null, legs: [leg("3", true)] }])?.rate).toBe(`0.${"3".repeat(24)}`);
    expect(bestRate([{ via: null, legs: [leg("0.00000000000000000003", true)] }])?.rate).toBe(
      `${"3".repeat(20)}.${"3".repeat(24)}`.slice(0, 45),
    );
  });

  it("ignores a path whose rate is too small", () => {
    const tiny = `0.${"0".repeat(19)}1`;
    expect(bestRate([{ via: "eur", legs: [leg(tiny), leg(tiny)] }])).toBeUndefined();
  });

  it("differs from the exact product by at most half of the last decimal", () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }))
      .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(20, "0")}`);
    const unit = 10n ** 24n;
    const scaled = (text: string) => {
      const [whole = "0", fraction = ""] = text.split(".");
      return BigInt(whole) * unit + BigInt(fraction.padEnd(24, "0"));
    };
    fc.assert(
      fc.property(fc.array(fc.tuple(decimal, fc.boolean()), { minLength: 1, maxLength: 2 }), (given) => {
        const legs = given.map(([rate, isInverse]) => leg(rate, isInverse));
        const found = bestRate([{ via: legs.length === 2 ? "eur" : null, legs }]);
        const [above, below] = given.reduce(
          ([a, b], [rate, isInverse]) => (isInverse ? [a * unit, b * scaled(rate)] : [a * scaled(rate), b * unit]),
          [1n, 1n],
        );
        const off = scaled(found?.rate ?? "0") * below - above * unit;
        expect(2n * (off < 0n ? -off : off) <= below).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
