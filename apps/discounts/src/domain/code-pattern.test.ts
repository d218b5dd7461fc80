import { Violations } from "@offergraph/shared/errors/user-error";
import fc from "fast-check";
import { expect, it } from "vitest";
import { checkPattern, codeOfPattern, patternAlphabet, possibleCodes } from "./code-pattern.js";

const errorsOf = (pattern: string, count: number) => {
  const violations = new Violations();
  checkPattern(pattern, count, ["pattern"], violations);
  return violations.list.map(({ code }) => code);
};

it("needs 4 possible codes per requested code", () => {
  expect(possibleCodes("SUMMER-##")).toBe(961n);
  expect(errorsOf("SUMMER-##", 240)).toEqual([]);
  expect(errorsOf("SUMMER-##", 241)).toEqual(["OUT_OF_RANGE"]);
  expect(errorsOf("SUMMER", 1)).toEqual(["OUT_OF_RANGE"]);
  expect(errorsOf("A\u200D####", 1)).toEqual(["INVALID"]);
});

it("replaces each # with a character that does not look like another, and keeps the other characters", () => {
  expect(patternAlphabet).not.toMatch(/[01OIL]/);
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 20, unit: "binary-ascii" }),
      fc.array(fc.nat(30), { minLength: 20, maxLength: 20 }),
      (pattern, picks) => {
        const left = [...picks];
        const code = codeOfPattern(pattern, () => left.shift() ?? 0);
        expect(code).toHaveLength(pattern.length);
        let used = 0;
        for (const [index, character] of [...code].entries())
          expect(character).toBe(pattern[index] === "#" ? patternAlphabet[picks[used++] ?? 0] : pattern[index]);
      },
    ),
  );
});
