/** What one unit of an order's currency is worth in the reporting currency. */
export interface Rate {
  /** A decimal number greater than zero. */
  rate: string;
  provider: string | null;
}

/** An order's amounts, as whole numbers of ten-thousandths. */
export interface Amounts {
  totalPrice: bigint;
  /** Null: it is not attributed. */
  attributedRevenue: bigint | null;
}

/** An order in the reporting currency. */
export interface Reported {
  converted: boolean;
  rate: string | null;
  rateProvider: string | null;
  reportedTotalPrice: bigint | null;
  reportedAttributedRevenue: bigint | null;
}

const greatest = 2n ** 63n - 1n;
const fits = (amount: bigint) => amount <= greatest && amount >= -greatest;

/** The rate of a currency in itself. */
export const ownRate: Rate = { rate: "1", provider: null };

/**
 * The amount times the rate, rounded to ten-thousandths: to the nearest, from the middle between two to the even one, so that the roundings
 * of many amounts cancel out.
 */
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

/** Not converted without a rate, nor when an amount is too large to be kept: no amount rather than a wrong one. */
export function reportedOf({ totalPrice, attributedRevenue }: Amounts, rate: Rate | undefined): Reported {
  const none = { converted: false, rate: null, rateProvider: null, reportedTotalPrice: null, reportedAttributedRevenue: null };
  if (!rate) return none;
  const reportedTotalPrice = convert(totalPrice, rate.rate);
  const reportedAttributedRevenue = attributedRevenue === null ? null : convert(attributedRevenue, rate.rate);
  if (!fits(reportedTotalPrice) || !fits(reportedAttributedRevenue ?? 0n)) return none;
  return { converted: true, rate: rate.rate, rateProvider: rate.provider, reportedTotalPrice, reportedAttributedRevenue };
}
