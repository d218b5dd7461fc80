import type { Violations } from "@offergraph/shared/errors/user-error";
import { nameProblem } from "@offergraph/shared/schema/name-text";
import type { Path } from "./fields.js";
import type { PickNumber } from "./grant-codes.js";

/** Excludes characters that look alike in print: 0 and O; 1, I and L. */
export const patternAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/**
 * Minimum number of different codes that a pattern must allow for each requested code. With fewer possible codes, random codes would
 * collide too often and be easy to guess.
 */
const minShare = 4n;

export function possibleCodes(pattern: string): bigint {
  return BigInt(patternAlphabet.length) ** BigInt(pattern.split("#").length - 1);
}

export function checkPattern(pattern: string, count: number, path: Path, violations: Violations): void {
  if (violations.has(path)) return;
  const problem = nameProblem(pattern, { joiners: false });
  if (problem !== undefined) violations.add(path, "INVALID", `pattern ${problem}.`);
  else if (possibleCodes(pattern) < minShare * BigInt(count))
    violations.add(
      path,
      "OUT_OF_RANGE",
      `The pattern allows only ${possibleCodes(pattern)} codes. To generate ${count} codes, add # characters until the pattern allows ${minShare * BigInt(count)} codes.`,
    );
}

/** Replaces each # with a random character. */
export function codeOfPattern(pattern: string, pick: PickNumber): string {
  return pattern.replaceAll("#", () => patternAlphabet.charAt(pick(patternAlphabet.length)));
}
