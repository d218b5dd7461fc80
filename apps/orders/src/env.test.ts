import { expect, it } from "vitest";
import { readSettings } from "./env.js";

const needed = { DATABASE_URL: "postgres://o@localhost/o", NATS_URL: "nats://localhost", GATEWAY_SIGNING_KEY: "k".repeat(32) };

it("defaults to US dollars and one day", () =>
  expect(readSettings(needed)).toMatchObject({ REPORTING_CURRENCY: "usd", CHECKOUT_ABANDONED_AFTER_MINUTES: 1_440 }));

it("accepts a currency in any case", () => expect(readSettings({ ...needed, REPORTING_CURRENCY: "EUR" }).REPORTING_CURRENCY).toBe("eur"));

it.each([
  ["REPORTING_CURRENCY", "euro"],
  ["REPORTING_CURRENCY", "eru"],
  ["CHECKOUT_ABANDONED_AFTER_MINUTES", "0"],
  ["CHECKOUT_ABANDONED_AFTER_MINUTES", "1.5"],
])("rejects %s=%s by name", (name, value) => expect(() => readSettings({ ...needed, [name]: value })).toThrow(name));
