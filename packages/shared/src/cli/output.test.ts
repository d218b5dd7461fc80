import { describe, expect, it } from "vitest";
import { table, visible } from "./output.js";

describe("command output", () => {
  it("escapes control characters", () => {
    expect(visible("a\u001b[2Jb\r\n\u0007\u009b\u202eé👩‍👩‍👧")).toBe("a\\u001b[2Jb\\u000d\\u000a\\u0007\\u009b\\u202eé👩‍👩‍👧");
  });
  it("prints one line per table row, with columns as wide as their content", () => {
    expect(
      table([
        ["name", "id"],
        ["a\nb", "1"],
      ]),
    ).toBe("name      id\na\\u000ab  1");
  });
});
