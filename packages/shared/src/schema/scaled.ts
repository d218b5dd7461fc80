/** How many decimals percentages, amounts and prices keep; databases store whole numbers of ten-thousandths, which compare by index. */
export const valueScale = 4;

/** A decimal text of at most `valueScale` decimals as the whole number that is stored: "12.5" → 125000n. Throws RangeError on more decimals. */
export function toScaled(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  if (fraction.length > valueScale) throw new RangeError(`${text} has more than ${valueScale} decimals.`);
  return BigInt(whole + fraction.padEnd(valueScale, "0"));
}

/** The decimal text of a stored whole number, without trailing zeros: "125000" → "12.5". */
export function fromScaled(scaled: string): string {
  const sign = scaled.startsWith("-") ? "-" : "";
  const digits = scaled.slice(sign.length).padStart(valueScale + 1, "0");
  const fraction = digits.slice(-valueScale).replace(/0+$/, "");
  const whole = digits.slice(0, -valueScale);
  return fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
