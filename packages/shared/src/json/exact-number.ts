/** Whether a JSON number still says the same once it is a double, which is all that most readers of JSON make of it. */
export function survives(number: string): boolean {
  const kept = Number(number);
  return Number.isFinite(kept) && normal(number) === normal(String(kept));
}

/** One text for one value: its digits, without zeros at either end, and the power of ten that they are multiplied with. */
function normal(number: string): string {
  const [, sign = "", whole = "", fraction = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const said = digits.replace(/0+$/, "");
  return said === "" ? "0" : `${sign}${said}e${BigInt(power) - BigInt(fraction.length) + BigInt(digits.length - said.length)}`;
}
