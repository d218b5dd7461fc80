import { expect, it } from "vitest";
import { cutTo } from "./cut-to.js";

it("a text is cut to the most that it may have, before a sign that would not fit whole", () => {
  expect([cutTo("abc", 3), cutTo("abcd", 3), cutTo("ab😀", 4), cutTo("ab😀c", 4), cutTo("ab😀", 3)]).toEqual([
    "abc",
    "abc",
    "ab😀",
    "ab😀",
    "ab",
  ]);
});
