import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromMinor, share } from "./cart-money.js";
import { type Cart, type CodeState, validateCart } from "./validation.js";

const at = "2026-06-01T12:00:00.000Z";
const code = (changes: Partial<CodeState> = {}): CodeState => ({
  ...{ status: "ACTIVE", startAt: null, endsAt: null, valueKind: "percent", valuePercent: "10", valueAmount: null, usageLimit: null },
  ...{ usageCount: 0, reservedCount: 0, oneTimePurchase: false, isUsedByCustomer: false, grant: null, isPlaced: true, ...changes },
});
const amount = (valueAmount: string) => code({ valueKind: "amount", valuePercent: null, valueAmount });
const cart = (digits: number, ...subtotals: number[]): Cart => ({
  digits,
  items: subtotals.map((subtotal) => ({ subtotal: BigInt(subtotal), isEligible: true })),
});
const off = (state: CodeState, given: Cart) => validateCart(state, given, at).amountsOff.map(Number);

describe("the amount off", () => {
  it.each([
    ["a percentage, rounded half up", code({ valuePercent: "12.5" }), cart(2, 1004), [126]],
    ["a currency without minor units", code({ valuePercent: "15" }), cart(0, 999), [150]],
    ["a currency with three decimal places", code({ valuePercent: "33.3333" }), cart(3, 10_000), [3333]],
    ["the rest of a division to the largest remainder", code({ valuePercent: "50" }), cart(2, 1, 1, 1), [1, 1, 0]],
    ["an amount, divided by price", amount("10"), cart(2, 1000, 2000), [333, 667]],
    ["an amount, up to the cart's total", amount("50"), cart(2, 1000, 500), [1000, 500]],
    ["100 percent", code({ valuePercent: "100" }), cart(2, 1, 0, 7), [1, 0, 7]],
    ["0 percent", code({ valuePercent: "0" }), cart(2, 100), [0]],
  ])("is %s", (_, state, given, expected) => {
    expect(off(state, given)).toEqual(expected);
  });

  it("ignores items that the placement's targets exclude", () => {
    const given = {
      digits: 2,
      items: [
        { subtotal: 1000n, isEligible: true },
        { subtotal: 9000n, isEligible: false },
      ],
    };
    expect(off(amount("50"), given)).toEqual([1000, 0]);
  });
});

// Reference implementation of the discount calculation with decimal fractions.
const Exact = Decimal.clone({ precision: 120, rounding: Decimal.ROUND_HALF_UP });

function referenceOff(state: CodeState, { items, digits }: Cart): string[] {
  const unit = new Exact(10).pow(-digits);
  const prices = items.map(({ subtotal, isEligible }) => (isEligible ? unit.times(subtotal.toString()) : new Exact(0)));
  const sum = Exact.sum(0, ...prices);
  const wanted = state.valueKind === "amount" ? new Exact(state.valueAmount ?? 0) : sum.times(state.valuePercent ?? 0).div(100);
  const total = Exact.min(wanted, sum).toDecimalPlaces(digits);
  const fair = prices.map((price) => (sum.isZero() ? new Exact(0) : total.times(price).div(sum)));
  const given = fair.map((part) => part.div(unit).floor().times(unit));
  while (Exact.sum(0, ...given).lt(total)) {
    const missing = fair.map((part, index) => part.minus(given[index] ?? 0).toDecimalPlaces(60));
    const most = missing.findIndex((part) => missing.every((other) => part.gte(other)));
    given[most] = (given[most] ?? new Exact(0)).plus(unit);
  }
  return given.map((part) => part.toFixed());
}

function referenceReasons(state: CodeState, { items, digits }: Cart): string[] {
  const { status, startAt, endsAt, usageLimit, grant } = state;
  const minted = grant?.isMinted ? grant : null;
  const passed = (time: string | null) => time !== null && Date.parse(time) <= Date.parse(at);
  const found: Record<string, boolean> = {
    NOT_ACTIVE: status === "DRAFT" || (status === "SCHEDULED" && !startAt),
    NOT_STARTED: startAt !== null && !passed(startAt),
    ENDED: status === "EXPIRED" || passed(endsAt) || grant?.isEnded || passed(grant?.expiresAt ?? null),
    USAGE_LIMIT_REACHED: minted ? minted.isUsed : state.usageCount + state.reservedCount >= (usageLimit ?? Number.POSITIVE_INFINITY),
    ALREADY_USED: state.oneTimePurchase && state.isUsedByCustomer && minted === null,
    OTHER_CUSTOMER: grant?.isOfOtherCustomer ?? false,
    NOT_PLACED: !state.isPlaced,
    NO_ELIGIBLE_ITEM: state.isPlaced && items.every(({ isEligible }) => !isEligible),
    CURRENCY_NOT_SUPPORTED: state.valueKind === "amount" && new Exact(state.valueAmount ?? 0).decimalPlaces() > digits,
  };
  return Object.keys(found).filter((reason) => found[reason]);
}

const rarely = fc.integer({ min: 0, max: 9 }).map((number) => number === 0);
const time = fc.option(fc.integer({ min: -2, max: 2 }).map((seconds) => new Date(Date.parse(at) + seconds * 1000).toISOString()));
const decimal = (max: number) => fc.integer({ min: 0, max: max * 10_000 }).map((scaled) => new Decimal(scaled).div(10_000).toFixed());
const digits = fc.constantFrom(0, 2, 3);
const units = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 10_000_000 })).map(BigInt);
const carts = fc.record({
  digits,
  items: fc.array(fc.record({ subtotal: units, isEligible: rarely.map((no) => !no) }), { minLength: 1, maxLength: 8 }),
});
const whole = fc.integer({ min: 0, max: 5000 }).map(String);
const values = fc.oneof(
  decimal(100).map((valuePercent) => ({ valueKind: "percent" as const, valuePercent, valueAmount: null })),
  fc.oneof(whole, whole, decimal(5000)).map((valueAmount) => ({ valueKind: "amount" as const, valuePercent: null, valueAmount })),
);
const grants = fc.record({ isMinted: fc.boolean(), isUsed: rarely, isEnded: rarely, expiresAt: time, isOfOtherCustomer: rarely });
const states: fc.Arbitrary<CodeState> = fc
  .record({
    status: fc.constantFrom(
      "ACTIVE" as const,
      "ACTIVE" as const,
      "ACTIVE" as const,
      "SCHEDULED" as const,
      "DRAFT" as const,
      "EXPIRED" as const,
    ),
    ...{ startAt: fc.oneof(fc.constant(null), time), endsAt: fc.oneof(fc.constant(null), time) },
    usageLimit: fc.option(fc.integer({ min: 1, max: 5 })),
    ...{ usageCount: fc.integer({ min: 0, max: 3 }), reservedCount: fc.integer({ min: 0, max: 2 }) },
    ...{ oneTimePurchase: fc.boolean(), isUsedByCustomer: rarely, isPlaced: rarely.map((no) => !no), grant: fc.option(grants) },
  })
  .chain((state) => values.map((value) => ({ ...state, ...value })));

describe("validateCart", () => {
  it("equals the reference for 5,000 random carts, also without other reasons than the value", () => {
    let valid = 0;
    fc.assert(
      fc.property(states, carts, fc.boolean(), (drawn, given, isUsable) => {
        const state = isUsable
          ? code({ valueKind: drawn.valueKind, valuePercent: drawn.valuePercent, valueAmount: drawn.valueAmount })
          : drawn;
        const { reasons, amountsOff } = validateCart(state, given, at);
        const expected = referenceReasons(state, given);
        expect(reasons).toEqual(expected);
        const amounts = amountsOff.map((part) => fromMinor(part, given.digits));
        if (expected.length === 0) valid += 1;
        expect(amounts).toEqual(expected.length === 0 ? referenceOff(state, given) : given.items.map(() => "0"));
      }),
      { numRuns: 5000 },
    );
    expect(valid).toBeGreaterThan(1500);
  });

  it.each([
    ["an ended grant", { isEnded: true }],
    ["an expired grant", { expiresAt: at }],
  ])("reports the end of %s for its minted code and for its alias of a pool", (_, ended) => {
    for (const isMinted of [true, false]) {
      const grant = { isMinted, isUsed: false, isEnded: false, expiresAt: null, isOfOtherCustomer: false, ...ended };
      expect(validateCart(code({ grant }), cart(2, 100), at).reasons).toEqual(["ENDED"]);
    }
  });

  it("reports an unknown code alone", () => {
    expect(validateCart(undefined, cart(2, 100, 200), at)).toEqual({ reasons: ["NOT_FOUND"], amountsOff: [0n, 0n] });
  });
});

describe("share", () => {
  it("never exceeds a weight and sums to the amount", () => {
    fc.assert(
      fc.property(fc.array(units, { minLength: 1, maxLength: 50 }), fc.bigInt({ min: 0n, max: 1_000_000n }), (weights, permille) => {
        const sum = weights.reduce((total, weight) => total + weight, 0n);
        const total = (sum * permille) / 1_000_000n;
        const shares = share(total, weights);
        expect(shares.reduce((all, part) => all + part, 0n)).toBe(total);
        shares.forEach((part, index) => {
          expect(part >= 0n && part <= (weights[index] ?? 0n)).toBe(true);
        });
      }),
    );
  });
});
