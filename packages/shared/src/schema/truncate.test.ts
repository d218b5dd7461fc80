import { expect, it } from "vitest";
import { truncate } from "./truncate.js";

it("truncates a string without splitting a surrogate pair", () => {
  expect([truncate("abc", 3), truncate("abcd", 3), truncate("ab😀", 4), truncate("ab😀c", 4), truncate("ab😀", 3)]).toEqual([
    "abc",
    "abc",
    "ab😀",
    "ab😀",
    "ab",
  ]);
});
