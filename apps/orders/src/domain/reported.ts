/** Value of one unit of an order's currency in the reporting currency. */
export interface Rate {
  /** Positive decimal. */
  rate: string;
  provider: string | null;
}

const greatest = 2n ** 63n - 1n;
const fits = (amount: bigint) => amount <= greatest && amount >= -greatest;

export const ownRate: Rate = { rate: "1", provider: null };

/** Multiplies ten-thousandths by a rate and rounds half to even, so that rounding errors of many amounts cancel out. */
export function convert(amount: bigint, rate: string): bigint {
  const [whole = "", fraction = ""] = rate.split(".");
  const divisor = 10n ** BigInt(fraction.length);
  const product = amount * BigInt(whole + fraction);
  const magnitude = product < 0n ? -product : product;
  const [quotient, twice] = [magnitude / divisor, (magnitude % divisor) * 2n];
  const up = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return product < 0n ? -rounded : rounded;
}

/** Converts an order's amounts, unless the rate is missing or an amount would exceed a bigint. */
export function reportedOf(
  { totalPrice, attributedRevenue }: { totalPrice: bigint; attributedRevenue: bigint | null },
  rate: Rate | undefined,
) {
  const none = { converted: false, rate: null, rateProvider: null, reportedTotalPrice: null, reportedAttributedRevenue: null };
  if (!rate) return none;
  const reportedTotalPrice = convert(totalPrice, rate.rate);
  const reportedAttributedRevenue = attributedRevenue === null ? null : convert(attributedRevenue, rate.rate);
  if (!fits(reportedTotalPrice) || !fits(reportedAttributedRevenue ?? 0n)) return none;
  return { converted: true, rate: rate.rate, rateProvider: rate.provider, reportedTotalPrice, reportedAttributedRevenue };
}
