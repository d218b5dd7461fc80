import { Violations } from "@offergraph/shared/errors/user-error";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OpenGrant, readAmount, sumOf, takeFrom } from "./spending.js";

const grants = fc
  .array(fc.bigInt({ min: 0n, max: 30n }), { maxLength: 8 })
  .map((amounts): OpenGrant[] => amounts.map((remaining, index) => ({ rowId: String(index), remaining })));

/** Reference implementation: takes the amount in units of 1, each from the first grant with an unused part. */
function takeOneByOne(open: readonly OpenGrant[], amount: bigint): Record<string, bigint> | undefined {
  const left = open.map(({ remaining }) => remaining);
  const taken: Record<string, bigint> = {};
  for (let count = 0n; count < amount; count += 1n) {
    const index = left.findIndex((one) => one > 0n);
    if (index < 0) return undefined;
    left[index] = (left[index] ?? 0n) - 1n;
    taken[index] = (taken[index] ?? 0n) + 1n;
  }
  return taken;
}

describe("takeFrom", () => {
  it("takes the amount from the first grants, like one by one, or nothing", () => {
    fc.assert(
      fc.property(grants, fc.bigInt({ min: 1n, max: 120n }), (open, amount) => {
        const parts = takeFrom(open, amount);
        const expected = takeOneByOne(open, amount);
        expect(parts && Object.fromEntries(parts.map((part) => [part.rowId, part.amount]))).toEqual(expected);
        expect(parts !== undefined).toBe(sumOf(open) >= amount);
      }),
    );
  });
  it("is exact above 2^53", () => {
    const remaining = 2n ** 62n;
    expect(
      takeFrom(
        [
          { rowId: "a", remaining },
          { rowId: "b", remaining },
        ],
        2n ** 62n + 1n,
      ),
    ).toEqual([
      { rowId: "a", amount: remaining },
      { rowId: "b", amount: 1n },
    ]);
  });
});

describe("readAmount", () => {
  const read = (text: string) => {
    const violations = new Violations();
    const amount = readAmount(text, ["input", "amountMinor"], violations);
    return violations.any ? violations.list.map(({ code }) => code).join() : amount;
  };
  it.each([
    ["1", 1n],
    ["100.00", 100n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["9223372036854775808", "OUT_OF_RANGE"],
    ["0", "OUT_OF_RANGE"],
    ["-1", "OUT_OF_RANGE"],
    ["1.5", "INVALID"],
  ])("reads %s as %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});
