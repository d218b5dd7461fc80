/** True if a JSON number keeps its value as a double. */
export function survives(number: string): boolean {
  const kept = Number(number);
  return Number.isFinite(kept) && normal(number) === normal(String(kept));
}

/** Normalizes a number to its significant digits and power of ten. */
function normal(number: string): string {
  const [, sign = "", whole = "", fraction = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const said = digits.replace(/0+$/, "");
  return said === "" ? "0" : `${sign}${said}e${BigInt(power) - BigInt(fraction.length) + BigInt(digits.length - said.length)}`;
}
