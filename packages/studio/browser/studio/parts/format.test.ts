import { expect, it } from "vitest";
import { countOf, dayText, majorOf, minorText, moneyText, words } from "./format.js";

it("writes exact amounts of money", () => {
  expect(moneyText("1234.50", "eur")).toBe("€1,234.50");
  expect(moneyText("12", "usd")).toBe("$12.00");
  expect(moneyText("0.12345", "usd")).toBe("$0.12345");
  expect(moneyText("900", "jpy")).toBe("¥900");
  expect(moneyText("5.00", "not a currency")).toBe("5.00 NOT A CURRENCY");
});

it("writes amounts in the smallest unit of a currency", () => {
  expect(minorText("500", "eur")).toBe("€5.00");
  expect(minorText("5", "eur")).toBe("€0.05");
  expect(minorText("500", "jpy")).toBe("¥500");
  expect([majorOf("-5", 2), majorOf("12345678901234567890", 2), majorOf("0", 3)]).toEqual(["-0.05", "123456789012345678.90", "0.000"]);
});

it("writes names, numbers and days in words", () => {
  expect([words("NOT_PUSHED"), words("bot_user_agent"), words("ACTIVE")]).toEqual(["Not pushed", "Bot user agent", "Active"]);
  expect([countOf(1, "order"), countOf(1200, "order"), countOf(0, "delivery", "deliveries")]).toEqual([
    "1 order",
    "1,200 orders",
    "0 deliveries",
  ]);
  expect(dayText("2026-11-23")).toBe("Nov 23");
});
