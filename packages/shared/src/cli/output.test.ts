import { describe, expect, it } from "vitest";
import { table, visible } from "./output.js";

describe("what commands print", () => {
  it("shows characters that a terminal would obey", () => {
    expect(visible("a\u001b[2Jb\r\n\u0007\u009b\u202eé👩‍👩‍👧")).toBe("a\\u001b[2Jb\\u000d\\u000a\\u0007\\u009b\\u202eé👩‍👩‍👧");
  });
  it("has one line for each row of a table, with columns as wide as what is shown", () => {
    expect(
      table([
        ["name", "id"],
        ["a\nb", "1"],
      ]),
    ).toBe("name      id\na\\u000ab  1");
  });
});
