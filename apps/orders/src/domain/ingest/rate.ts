import type { Fields } from "./fields.js";

/** A day's exchange rate as sent: one unit of `from` in `to`. */
export type SentRate = ReturnType<typeof readRate>;

export const rateFields = ["connectionId", "day", "from", "to", "rate", "provider"] as const;

const rateForm = /^(?=.*[1-9])\d{1,20}(?:\.\d{1,20})?$/;
const rateWords = 'must be a positive decimal string such as "1.0832", with at most 20 digits before and 20 after the point';

export function readRate(fields: Fields) {
  const [from, to] = [fields.currency("from"), fields.currency("to")];
  if (from === to && from !== "") fields.violations.add(["to"], "INVALID", "to must be a different currency than from.");
  const rate = shortest(fields.decimal("rate", rateForm, rateWords));
  return { day: fields.day("day"), from, to, rate, provider: fields.text("provider") };
}

/** Strips leading and trailing zeros, so that equal numbers are equal strings. */
function shortest(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const digits = fraction.replace(/0+$/, "");
  return whole.replace(/^0+(?=\d)/, "") + (digits === "" ? "" : `.${digits}`);
}
