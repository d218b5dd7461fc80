import { expect, it } from "vitest";
import { cutTo } from "./cut-to.js";

it("truncates a string without splitting a surrogate pair", () => {
  expect([cutTo("abc", 3), cutTo("abcd", 3), cutTo("ab😀", 4), cutTo("ab😀c", 4), cutTo("ab😀", 3)]).toEqual([
    "abc",
    "abc",
    "ab😀",
    "ab😀",
    "ab",
  ]);
});
