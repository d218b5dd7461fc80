import { describe, expect, it } from "vitest";
import { nameProblem } from "./name-text.js";

const hidden = [0x00, 0x09, 0x0a, 0x7f, 0x85, 0xad, 0x034f, 0x061c, 0x115f, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e];
const more = [0x2060, 0x2064, 0x2066, 0x2069, 0x206a, 0x2800, 0x3164, 0xfeff, 0xffa0, 0xfff9, 0xe0001, 0xe0041, 0xe007f];

describe("a name", () => {
  it.each([...hidden, ...more].map((code) => [`U+${code.toString(16).toUpperCase().padStart(4, "0")}`, code] as const))(
    "has no %s, which the message names",
    (name, code) => {
      const character = String.fromCodePoint(code);
      for (const text of [`SAVE${character}10`, `${character}SAVE`, `SAVE${character}`])
        expect(nameProblem(text)).toBe(`may not contain the invisible character ${name}; remove it`);
    },
  );

  it.each(["Spring sale", "Ålesund – 10 % off!", "می‌خواهم", "क्‍ष", "👩‍🚀 crew", "❤️ friends", "שלום", "مرحبا", "日本語", "١٢؀", "👍🏽"])(
    "may be %s",
    (text) => {
      expect(nameProblem(text)).toBeUndefined();
    },
  );

  it("allows joiners inside words only, and none in a code", () => {
    for (const text of ["a\u200D", "\u200Da", "1\u200C2", "a \u200D b"]) expect(nameProblem(text)).toContain("U+200");
    expect(nameProblem("a\u200Db")).toBeUndefined();
    expect(nameProblem("a\u200Db", { joiners: false })).toContain("U+200D");
    expect(nameProblem("a\uFE0F")).toContain("U+FE0F");
  });

  it("must not be blank", () => {
    for (const text of [" ", "   ", "\u00A0\u2003"]) expect(nameProblem(text)).toBe("must not consist only of spaces");
    expect(nameProblem("")).toBeUndefined();
  });
});
