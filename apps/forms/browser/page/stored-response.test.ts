import { describe, expect, it } from "vitest";
import { clearDone, doneResponse, storeDone, storedResponse, storeResponse } from "./stored-response.js";

let number = 0;
const newKey = () => `fpk_${number++}`;

describe("an unfinished response on a shared device", () => {
  it.each([
    ["the same customer", "ann", "ann", true],
    ["a customer who became known", undefined, "ann", true],
    ["nobody known", undefined, undefined, true],
    ["another customer", "ann", "bob", false],
    ["an unknown visitor after a customer", "ann", undefined, false],
  ])("is continued for %s as expected", (_who, before, now, goesOn) => {
    const publicKey = newKey();
    const begun = { ...storedResponse(publicKey, "variant", "visitor", before), answers: { why: "private" } };
    storeResponse(publicKey, begun);
    const kept = storedResponse(publicKey, "variant", "visitor", now);
    expect([kept.id === begun.id, kept.answers]).toEqual([goesOn, goesOn ? begun.answers : {}]);
    expect(kept.customerRef).toBe(now);
  });
});

describe("a finished response", () => {
  it("is shown again to its customer only", () => {
    const publicKey = newKey();
    storeDone(publicKey, { id: "one", customerRef: "ann" });
    expect(["ann", "bob", undefined].map((ref) => doneResponse(publicKey, ref))).toEqual(["one", null, null]);
    clearDone(publicKey);
    expect(doneResponse(publicKey, "ann")).toBeNull();
  });
  it("of an unknown visitor is shown again in its visit", () => {
    const publicKey = newKey();
    storeDone(publicKey, { id: "one" });
    expect(doneResponse(publicKey)).toBe("one");
  });
});
