import type { Violations } from "@offergraph/shared/errors/user-error";
import { currency, day, decimal, required, text, type ValuesOf } from "./fields.js";

/** A day's exchange rate: the price of one unit of currency `from` in currency `to`. */
export type SentRate = ValuesOf<typeof rateFields>;

export const rateFields = {
  day: required(day),
  from: required(currency),
  to: required(currency),
  rate: required(
    decimal(
      /^(?=.*[1-9])\d{1,20}(?:\.\d{1,20})?$/,
      'must be a positive decimal string such as "1.0832", with at most 20 digits before the decimal point and 20 after it',
      shortest,
    ),
  ),
  provider: required(text),
};

export function checkRate({ from, to }: SentRate, violations: Violations): void {
  if (from === to && from !== "") violations.add(["to"], "INVALID", "The currencies `from` and `to` must be different.");
}

/** Strips leading and trailing zeros, so that equal numbers are equal strings. */
function shortest(decimals: string): string {
  const [whole = "", fraction = ""] = decimals.split(".");
  const digits = fraction.replace(/0+$/, "");
  return whole.replace(/^0+(?=\d)/, "") + (digits === "" ? "" : `.${digits}`);
}
