import { describe, expect, it } from "vitest";
import { isCustomerFacing, labelOf } from "./reward-label.js";

describe("a reward's label", () => {
  it.each([
    ["a percentage without zeros at its end", { kind: "discount", valuePercent: "10.0000", valueAmount: null }, "10 % off"],
    ["a percentage that is no whole number", { kind: "discount", valuePercent: "12.5", valueAmount: null }, "12.5 % off"],
    ["a percentage of tens", { kind: "discount", valuePercent: "100", valueAmount: null }, "100 % off"],
    ["an amount with two decimals", { kind: "discount", valuePercent: null, valueAmount: "5" }, "5.00 off"],
    ["an amount with all its decimals", { kind: "discount", valuePercent: null, valueAmount: "5.1250" }, "5.125 off"],
    ["nothing where the code is not known", { kind: "discount", valuePercent: null, valueAmount: null }, null],
    ["a credit in its currency", { kind: "billing_credit", amountMinor: "750", currency: "eur" }, "7.50 EUR"],
    ["a credit of cents", { kind: "billing_credit", amountMinor: "5", currency: "usd" }, "0.05 USD"],
    ["a credit in a currency without cents", { kind: "billing_credit", amountMinor: "500", currency: "jpy" }, "500 JPY"],
    ["a credit in a currency of thousandths", { kind: "billing_credit", amountMinor: "1500", currency: "kwd" }, "1.500 KWD"],
    [
      "a credit in a currency whose cents nobody pays with",
      { kind: "billing_credit", amountMinor: "50000", currency: "huf" },
      "500.00 HUF",
    ],
    [
      "a credit in a currency whose thousandths nobody pays with",
      { kind: "billing_credit", amountMinor: "5", currency: "iqd" },
      "0.005 IQD",
    ],
    ["a credit in units of ten thousandths", { kind: "billing_credit", amountMinor: "12345", currency: "clf" }, "1.2345 CLF"],
    [
      "a credit beyond what floats can tell",
      { kind: "billing_credit", amountMinor: "900719925474099399", currency: "eur" },
      "9007199254740993.99 EUR",
    ],
    ["a credit in a currency that is none", { kind: "billing_credit", amountMinor: "500", currency: "zzz" }, "5.00 ZZZ"],
    ["an entitlement by its key", { kind: "entitlement", lookupKey: "seats", entitlementLimit: 3 }, "+3 seats"],
    ["metadata by its label", { kind: "metadata", publicLabel: "VIP" }, "VIP"],
    ["nothing where metadata has none", { kind: "metadata", publicLabel: null }, null],
  ])("is %s", (_, worth, label) => expect(labelOf(worth)).toBe(label));
});

it("hides metadata without a label from people", () => {
  expect(isCustomerFacing({ kind: "metadata", publicLabel: null })).toBe(false);
  expect(isCustomerFacing({ kind: "metadata", publicLabel: "VIP" })).toBe(true);
  expect(isCustomerFacing({ kind: "discount", publicLabel: null })).toBe(true);
});
