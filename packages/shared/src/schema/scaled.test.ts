import { expect, it } from "vitest";
import { fromScaled, toScaled } from "./scaled.js";

it.each([
  ["0", 0n],
  ["12.5", 125_000n],
  ["0.0001", 1n],
  ["-0.5", -5_000n],
  ["-12", -120_000n],
  ["99999999999999.9999", 999_999_999_999_999_999n],
])("keeps %s exactly, there and back", (text, scaled) => {
  expect(toScaled(text)).toBe(scaled);
  expect(fromScaled(String(scaled))).toBe(text);
});

it("returns no trailing zeros", () => expect(fromScaled(String(toScaled("12.5000")))).toBe("12.5"));

it("returns null for null", () => expect(fromScaled(null)).toBeNull());

it("rejects more decimals than are stored", () => expect(() => toScaled("0.00001")).toThrow(RangeError));
