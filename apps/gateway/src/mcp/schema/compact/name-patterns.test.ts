import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patternAmong, patternOf } from "./name-patterns.js";

const word = fc.constantFrom("created", "Created", "At", "Id", "ID", "Than", "OrEqualTo", "_", "x1", "2", "By", "isNull", "A");
const name = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join("")),
  fc.stringMatching(/^[A-Za-z_]\w{0,5}$/),
);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 8 });

describe("patternOf", () => {
  it.each([
    [["code"], "^code$"],
    [["and", "or"], "^(and|or)$"],
    [["createdAt", "endsAt", "updatedAt"], "^(created|ends|updated)At$"],
    [["valueAmount", "valuePercent"], "^value(Amount|Percent)$"],
    [
      ["equalTo", "notEqualTo", "greaterThan", "greaterThanOrEqualTo", "lessThan", "lessThanOrEqualTo"],
      "^(equalTo|notEqualTo|(greater|less)Than(OrEqualTo)?)$",
    ],
  ])("says %j shortly", (given, pattern) => {
    expect(patternOf(given)).toBe(pattern);
  });
  it("matches the names and nothing else", () => {
    fc.assert(
      fc.property(names, fc.array(name), (given, others) => {
        const pattern = new RegExp(patternOf(given), "u");
        const mixed = given.flatMap((one) => [one, `${one}x`, `x${one}`, one.slice(1), one.slice(0, -1), ...given.map((two) => one + two)]);
        for (const one of [...mixed, ...others, ""]) expect([one, pattern.test(one)]).toEqual([one, given.includes(one)]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("patternAmong", () => {
  it("says no more than the last words where they suffice", () => {
    expect(patternAmong(["equalTo", "lessThan"], ["in", "notIn", "isNull"])).toBe("To|Than");
    expect(patternAmong(["equalTo", "lessThan"], ["in", "upTo"])).toBe("^(equalTo|lessThan)$");
  });
  it("distinguishes names from other texts", () => {
    fc.assert(
      fc.property(names, names, (given, more) => {
        const others = more.filter((one) => !given.includes(one));
        const pattern = new RegExp(patternAmong(given, others), "u");
        expect([given.every((one) => pattern.test(one)), others.some((one) => pattern.test(one))]).toEqual([true, false]);
      }),
      { numRuns: 1000 },
    );
  });
});
