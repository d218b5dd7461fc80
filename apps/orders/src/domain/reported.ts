/** Price of one unit of the order's currency in the reporting currency. */
export interface Rate {
  /** A positive decimal number. */
  rate: string;
  provider: string | null;
}

const greatest = 2n ** 63n - 1n;
const fits = (amount: bigint) => amount <= greatest && amount >= -greatest;

export const ownRate: Rate = { rate: "1", provider: null };

/** Divides and rounds half to even. The divisor is positive. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const [quotient, twice] = [magnitude / divisor, (magnitude % divisor) * 2n];
  const up = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return dividend < 0n ? -rounded : rounded;
}

function fractionOf(decimal: string): [numerator: bigint, denominator: bigint] {
  const [whole = "", fraction = ""] = decimal.split(".");
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
}

/** Multiplies an amount in ten-thousandths by a rate, and rounds only the product. */
export function convert(amount: bigint, rate: string): bigint {
  const [numerator, denominator] = fractionOf(rate);
  return divide(amount * numerator, denominator);
}

/** Decimal places of calculated rates. Rounding of a rate changes an amount of 18 digits by less than 0.0001. */
export const rateScale = 24;

/** A stored rate that a conversion uses. `isInverse` is true if the rate is stored for the opposite direction. */
export interface Leg {
  rate: string;
  provider: string;
  isInverse: boolean;
}

/** A way to convert an amount: with one rate, or with two rates through the common currency `via`. */
export interface RatePath {
  via: string | null;
  legs: readonly Leg[];
}

const inverses = ({ legs }: RatePath) => legs.filter(({ isInverse }) => isInverse).length;

/**
 * Returns the rate of the best path. A direct rate is best, then an inverse rate, then two rates through a common currency. Among common
 * currencies, prefers fewer inverse rates, then alphabetical order. Ignores paths whose rate rounds to zero.
 */
export function bestRate(paths: readonly RatePath[]): Rate | undefined {
  const sorted = paths.toSorted(
    (one, other) =>
      one.legs.length - other.legs.length || inverses(one) - inverses(other) || ((one.via ?? "") < (other.via ?? "") ? -1 : 1),
  );
  for (const path of sorted) {
    const rate = rateOf(path);
    if (rate !== "0") return { rate, provider: providerOf(path) };
  }
  return undefined;
}

function rateOf({ legs }: RatePath): string {
  const [only] = legs;
  if (legs.length === 1 && only && !only.isInverse) return only.rate;
  let [numerator, denominator] = [1n, 1n];
  for (const { rate, isInverse } of legs) {
    const [above, below] = fractionOf(rate);
    numerator *= isInverse ? below : above;
    denominator *= isInverse ? above : below;
  }
  const digits = String(divide(numerator * 10n ** BigInt(rateScale), denominator)).padStart(rateScale + 1, "0");
  const fraction = digits.slice(-rateScale).replace(/0+$/, "");
  return digits.slice(0, -rateScale) + (fraction === "" ? "" : `.${fraction}`);
}

function providerOf({ via, legs }: RatePath): string {
  const providers = [...new Set(legs.map(({ provider }) => provider))].join(", ");
  if (via !== null) return `${providers} via ${via}`;
  return legs.some(({ isInverse }) => isInverse) ? `${providers} (inverse)` : providers;
}

/** Converts an order's amounts. Converts nothing if the rate is missing or an amount would exceed the range of bigint. */
export function reportedOf(
  { totalPrice, attributedRevenue, discountGiven }: { totalPrice: bigint; attributedRevenue: bigint | null; discountGiven: bigint | null },
  rate: Rate | undefined,
) {
  const noAmounts = { reportedTotalPrice: null, reportedAttributedRevenue: null, reportedDiscountGiven: null };
  const none = { converted: false, rate: null, rateProvider: null, ...noAmounts };
  if (!rate) return none;
  const reportedTotalPrice = convert(totalPrice, rate.rate);
  const reportedAttributedRevenue = attributedRevenue === null ? null : convert(attributedRevenue, rate.rate);
  const reportedDiscountGiven = discountGiven === null ? null : convert(discountGiven, rate.rate);
  const amounts = { reportedTotalPrice, reportedAttributedRevenue, reportedDiscountGiven };
  if (!Object.values(amounts).every((amount) => fits(amount ?? 0n))) return none;
  return { converted: true, rate: rate.rate, rateProvider: rate.provider, ...amounts };
}
