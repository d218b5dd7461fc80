import { describe, expect, it } from "vitest";
import { words } from "./options.js";

describe("a name passed to a command", () => {
  it("is trimmed", () => {
    expect(words(" Käse & Co. 👩‍👩‍👧 ")).toBe("Käse & Co. 👩‍👩‍👧");
  });
  it.each(["", "  ", "x".repeat(256), "a\nb", "a\u001b[2Jb", "\u0000", "a\u009bb"])("is not %j", (text) => {
    expect(() => words(text)).toThrow(/must have 1-255 characters and no control characters/);
  });
});
