import { describe, expect, it } from "vitest";
import { doneResponse, forgetDone, keep, keepDone, keptResponse } from "./kept-response.js";

let number = 0;
const newKey = () => `fpk_${number++}`;

describe("a response that is under way on a shared device", () => {
  it.each([
    ["the same customer", "ann", "ann", true],
    ["a customer who became known", undefined, "ann", true],
    ["nobody known", undefined, undefined, true],
    ["another customer", "ann", "bob", false],
    ["nobody known after a customer", "ann", undefined, false],
  ])("goes on for %s as it should", (_who, before, now, goesOn) => {
    const publicKey = newKey();
    const begun = { ...keptResponse(publicKey, "variant", "visitor", before), answers: { why: "private" } };
    keep(publicKey, begun);
    const kept = keptResponse(publicKey, "variant", "visitor", now);
    expect([kept.id === begun.id, kept.answers]).toEqual([goesOn, goesOn ? begun.answers : {}]);
    expect(kept.customerRef).toBe(now);
  });
});

describe("a response that is done", () => {
  it("is shown again to its customer, and to nobody else", () => {
    const publicKey = newKey();
    keepDone(publicKey, { id: "one", customerRef: "ann" });
    expect(["ann", "bob", undefined].map((ref) => doneResponse(publicKey, ref))).toEqual(["one", null, null]);
    forgetDone(publicKey);
    expect(doneResponse(publicKey, "ann")).toBeNull();
  });
  it("of nobody known is shown again in its visit", () => {
    const publicKey = newKey();
    keepDone(publicKey, { id: "one" });
    expect(doneResponse(publicKey)).toBe("one");
  });
});
