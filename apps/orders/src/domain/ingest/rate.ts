import type { Fields } from "./fields.js";

/** A day's exchange rate as it is sent: one unit of `from` is so many of `to`. */
export type SentRate = ReturnType<typeof readRate>;

export const rateFields = ["connectionId", "day", "from", "to", "rate", "provider"] as const;

const rateForm = /^(?=.*[1-9])\d{1,20}(?:\.\d{1,20})?$/;
const rateWords = 'has to be a decimal text above zero such as "1.0832", of at most 20 digits before the point and 20 behind it';

/** Reads a rate (decisions.md 5). */
export function readRate(fields: Fields) {
  const [from, to] = [fields.currency("from"), fields.currency("to")];
  if (from === to && from !== "") fields.violations.add(["to"], "INVALID", "to has to be another currency than from.");
  const rate = shortest(fields.decimal("rate", rateForm, rateWords));
  return { day: fields.day("day"), from, to, rate, provider: fields.text("provider") };
}

/** A decimal without zeros that say nothing, so that one number has one text. */
function shortest(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const digits = fraction.replace(/0+$/, "");
  return whole.replace(/^0+(?=\d)/, "") + (digits === "" ? "" : `.${digits}`);
}
