import { describe, expect, it } from "vitest";
import { type Candidate, pickForm } from "./rotation.js";

const [one, two, three] = [
  "0190a000-0000-7000-8000-000000000001",
  "0190a000-0000-7000-8000-000000000002",
  "0190a000-0000-7000-8000-000000000003",
] as const;
const visitors = Array.from({ length: 10_000 }, (_, index) => `visitor-${index}`);
const sharesOf = (...shares: [number, number, number]): Candidate[] =>
  [one, two, three].map((formId, index) => ({ formId, share: shares[index] as number }));
const pickAll = (candidates: Candidate[]) => visitors.map((visitor) => pickForm(visitor, candidates)?.formId);
const percentOf = (picked: (string | undefined)[], formId: string) =>
  (picked.filter((one) => one === formId).length / visitors.length) * 100;

describe("the rotation", () => {
  it.each([
    [70, 20, 10],
    [34, 33, 33],
    [98, 1, 1],
    [0, 50, 50],
  ])("assigns 10,000 visitors by shares of %i, %i and %i, within 2 points", (...shares) => {
    const picked = pickAll(sharesOf(...(shares as [number, number, number])));
    [one, two, three].forEach((formId, index) => {
      expect(Math.abs(percentOf(picked, formId) - (shares[index] as number))).toBeLessThan(2);
    });
  });
  it("assigns a visitor the same form in any order of the list", () => {
    const shares = sharesOf(70, 20, 10);
    expect(pickAll([...shares].reverse())).toEqual(pickAll(shares));
  });
  it("reassigns the minimum number of visitors when shares change", () => {
    const [before, after] = [pickAll(sharesOf(70, 20, 10)), pickAll(sharesOf(60, 30, 10))];
    const moved = before.filter((formId, index) => formId !== after[index]).length / visitors.length;
    // A perfect assignment would move 10 of 100 visitors to another form. Hashing moves a few more.
    expect(moved * 100).toBeLessThan(13);
    expect(before.filter((formId, index) => formId === two && after[index] !== two)).toEqual([]);
    expect(before.filter((formId, index) => formId !== one && after[index] === one)).toEqual([]);
  });
  it("reassigns only the visitors of a removed form", () => {
    const before = pickAll(sharesOf(70, 20, 10));
    const after = pickAll(sharesOf(70, 20, 0));
    before.forEach((formId, index) => {
      if (formId !== three) expect(after[index]).toBe(formId);
    });
  });
  it("never assigns a form without a share", () => {
    expect(new Set(pickAll(sharesOf(100, 0, 0)))).toEqual(new Set([one]));
    expect(pickForm("a", sharesOf(0, 0, 0))).toBeUndefined();
    expect(pickForm("a", [])).toBeUndefined();
  });
});
