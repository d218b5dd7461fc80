import { expect, it } from "vitest";
import { formatValue } from "./format-value.js";

it.each([
  ["s", 0.0000125, "12.5 µs"],
  ["s", 0.25, "250 ms"],
  ["s", 2.5, "2.5 s"],
  ["s", 90, "1.5 min"],
  ["s", 0, "0"],
  ["bytes", 1_536, "1.5 KiB"],
  ["bytes", 250 * 2 ** 20, "250 MiB"],
  ["percentunit", 0.0234, "2.34%"],
  ["percentunit", 1, "100%"],
  ["reqps", 12.345, "12.3 req/s"],
  ["none", 12_345, "12345"],
])("formats in the unit %s the value %s as %s", (unit, value, text) => {
  expect(formatValue(unit, value)).toBe(text);
});

it("rejects a unit that the pictures do not support", () => {
  expect(() => formatValue("lengthkm", 1)).toThrow("The unit lengthkm is not supported.");
});
