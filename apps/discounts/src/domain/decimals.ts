import { Decimal } from "decimal.js";

/** How many decimals a percentage or an amount keeps; the database stores whole numbers of ten-thousandths. */
export const valueScale = 4;

/** The exact decimal text of a number that came in as JSON, without trailing zeros: 12.50 → "12.5". */
export function decimalText(value: number): string {
  return new Decimal(value).toFixed();
}

/** Whether a number has at most `valueScale` decimals. */
export function keepsScale(value: number): boolean {
  return new Decimal(value).decimalPlaces() <= valueScale;
}

/** A decimal text of at most `valueScale` decimals as the whole number that is stored: "12.5" → 125000n. */
export function toScaled(text: string): bigint {
  return BigInt(new Decimal(text).times(10 ** valueScale).toFixed(0));
}

/** The decimal text of a stored whole number: "125000" → "12.5". */
export function fromScaled(scaled: string): string {
  const digits = scaled.padStart(valueScale + 1, "0");
  const fraction = digits.slice(-valueScale).replace(/0+$/, "");
  const whole = digits.slice(0, -valueScale);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
