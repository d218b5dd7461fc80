import { expect, it } from "vitest";
import { isEmail } from "./email.js";

it.each(["ann@shop.example", "a@b.co", "ann+tag@mail.shop.example", "ännä@bücher.example"])("%s is an e-mail address", (text) => {
  expect(isEmail(text)).toBe(true);
});

it.each([
  "",
  "ann",
  "ann@shop",
  "ann@@shop.example",
  "ann@.example",
  "ann@shop..example",
  "a b@shop.example",
  "<ann@shop.example>",
  "ann@shop.example,bo@shop.example",
])("%s is none", (text) => expect(isEmail(text)).toBe(false));

it("limits the length and rejects long texts quickly", () => {
  expect(isEmail(`${"a".repeat(64)}@${"b".repeat(180)}.example`)).toBe(true);
  expect(isEmail(`${"a".repeat(65)}@shop.example`)).toBe(false);
  expect(isEmail(`a@${"b.".repeat(100_000)}`)).toBe(false);
});
