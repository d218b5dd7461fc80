/** Decimal places of percentages, amounts and prices, which are stored as bigint (value times 10^4). */
export const valueScale = 4;

/** Converts a decimal string to its stored integer: "12.5" → 125000n. Throws RangeError for more than `valueScale` decimals. */
export function toScaled(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  if (fraction.length > valueScale) throw new RangeError(`${text} has more than ${valueScale} decimal places.`);
  return BigInt(whole + fraction.padEnd(valueScale, "0"));
}

/** Converts a stored integer to a decimal string without trailing zeros: "125000" → "12.5". Returns null for null. */
export function fromScaled(scaled: string): string;
export function fromScaled(scaled: string | null): string | null;
export function fromScaled(scaled: string | null): string | null {
  if (scaled === null) return null;
  const sign = scaled.startsWith("-") ? "-" : "";
  const digits = scaled.slice(sign.length).padStart(valueScale + 1, "0");
  const fraction = digits.slice(-valueScale).replace(/0+$/, "");
  const whole = digits.slice(0, -valueScale);
  return fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
