import { expect, it } from "vitest";
import { Violations } from "./user-error.js";

it("finds violations at or below a path only", () => {
  const violations = new Violations();
  violations.add(["input", "body", 3, "code"], "INVALID", "Wrong.");
  for (const path of [[], ["input"], ["input", "body", "3"], ["input", "body", 3, "code"]]) expect(violations.has(path)).toBe(true);
  for (const path of [["body"], ["input", "body", 4], ["input", "body", 3, "code", "x"]]) expect(violations.has(path)).toBe(false);
});

it("limits the violations and reports that there are more", () => {
  const violations = new Violations({ most: 2 });
  for (const name of ["a", "b", "a"]) violations.add([name], "INVALID", "Wrong.");
  expect(violations.list).toHaveLength(2);
  for (const name of ["c", "d"]) violations.add([name], "INVALID", "Wrong.");
  expect(violations.list.map(({ field, code }) => [...field, code])).toEqual([["a", "INVALID"], ["b", "INVALID"], ["LIMIT_EXCEEDED"]]);
});
