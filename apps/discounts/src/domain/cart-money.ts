/** An exact decimal: `units` divided by 10 to the power of `scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

export interface Rounding {
  /** Number of decimal places in the currency's minor unit. */
  digits: number;
}

/** Parses a decimal string. A null counts as 0. */
export function decimalOf(text: string | null): Decimal {
  const [whole = "", fraction = ""] = (text ?? "0").split(".");
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

/** Converts a decimal to minor units. Returns undefined if the decimal has too many decimal places. Ignores trailing zeros. */
export function toMinor({ units, scale }: Decimal, digits: number): bigint | undefined {
  if (scale <= digits) return units * 10n ** BigInt(digits - scale);
  const factor = 10n ** BigInt(scale - digits);
  return units % factor === 0n ? units / factor : undefined;
}

/** Converts minor units to a decimal string without trailing zeros. The amount must not be negative. */
export function fromMinor(minor: bigint, digits: number): string {
  const text = minor.toString().padStart(digits + 1, "0");
  const fraction = text.slice(text.length - digits).replace(/0+$/, "");
  const whole = text.slice(0, text.length - digits);
  return digits === 0 || fraction === "" ? whole : `${whole}.${fraction}`;
}

/**
 * Divides an amount in proportion to the weights (largest remainder method). The shares sum to the amount. If several items have equal
 * remainders, earlier items get an extra unit first. No share exceeds its weight if the amount is at most the sum of the weights.
 */
export function share(amount: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / sum);
  const remainders = weights.map((weight, index) => ({ index, remainder: (amount * weight) % sum }));
  remainders.sort((one, other) => (one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1));
  const left = amount - shares.reduce((total, part) => total + part, 0n);
  for (const { index } of remainders.slice(0, Number(left))) shares[index] = (shares[index] ?? 0n) + 1n;
  return shares;
}
