import { valueScale } from "@offergraph/shared/schema/scaled";
import type { SentDiscounts } from "../discounts-given.js";
import { amount, isObject, maxItems, maxWhole, type Reader, text } from "./fields.js";

/** A sent code, with or without the amount that the code deducted. Amounts are ten-thousandths. */
export type SentDiscountCode = string | { code: string; amount: string };

const words = "must be a string of 1-255 characters, or an object with the fields code and amount";
const greatestSum = 10n ** BigInt(maxWhole + valueScale);

const withAmount = {
  type: "object",
  properties: { code: text.schema, amount: { anyOf: [amount.schema, { type: "null" }] } },
  required: ["code"],
};

/** Reads a list of codes. Converts an object without an amount to a string, because both forms must have the same hash. */
export const discountCodes: Reader<SentDiscountCode[]> = {
  fallback: [],
  schema: { type: "array", items: { anyOf: [text.schema, withAmount] } },
  read(value, fail) {
    if (!Array.isArray(value)) return fail("INVALID", "must be a list");
    if (value.length > maxItems) return fail("TOO_LONG", `must have at most ${maxItems} items`);
    const codes = value.map((item: unknown, index): SentDiscountCode => {
      const { code, amount: sent = null, ...others } = isObject(item) ? item : { code: item };
      if (text.read(code, () => undefined) === undefined || Object.keys(others).length > 0) fail("INVALID", words, index);
      const deducted = sent === null ? undefined : amount.read(sent, (error, why) => fail(error, why, index, "amount"));
      return deducted === undefined ? String(code) : { code: String(code), amount: deducted };
    });
    const sum = codes.reduce((total, one) => total + (typeof one === "string" ? 0n : BigInt(one.amount)), 0n);
    if (sum >= greatestSum)
      return fail("OUT_OF_RANGE", `must have amounts with a sum of at most ${maxWhole} digits before the decimal point`);
    return codes;
  },
};

export function sentDiscountsOf(codes: readonly SentDiscountCode[]): SentDiscounts {
  const amounts = codes.map((one) => (typeof one === "string" ? null : one.amount));
  return {
    discountCodes: codes.map((one) => (typeof one === "string" ? one : one.code)),
    discountAmounts: amounts.some((one) => one !== null) ? amounts : null,
  };
}
