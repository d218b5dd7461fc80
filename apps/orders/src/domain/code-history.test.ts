import { describe, expect, it } from "vitest";
import { type CodeNameHistory, codeChange, discountOf, type SourceHistory, sourceOf } from "./code-history.js";

const code = { partnerId: "ann", tier: "BASIC", nameKeys: ["sun", "sol"] };

const still = { changesSource: false, fillsGap: false };

it("a new code gains all its names", () => {
  expect(codeChange(undefined, code)).toEqual({ lost: [], gained: ["sun", "sol"], ...still });
});

it("returns lost and gained names", () => {
  expect(codeChange(code, { ...code, nameKeys: ["moon", "sun"] })).toEqual({ lost: ["sol"], gained: ["moon"], ...still });
});

it("reports a changed partner or tier", () => {
  const elsewhere = { changesSource: true, fillsGap: false };
  expect(codeChange(code, { ...code, partnerId: null })).toMatchObject(elsewhere);
  expect(codeChange(code, { ...code, partnerId: "bob" })).toMatchObject(elsewhere);
  expect(codeChange(code, { ...code, tier: "QUICK" })).toMatchObject(elsewhere);
});

it("reports a first partner or tier, which affects earlier orders", () => {
  const filled = { changesSource: true, fillsGap: true };
  expect(codeChange({ ...code, partnerId: null }, code)).toMatchObject(filled);
  expect(codeChange({ ...code, tier: null }, { ...code, partnerId: null })).toMatchObject(filled);
});

it("reports nothing if only the order of names changed", () => {
  expect(codeChange(code, { ...code, nameKeys: ["sol", "sun"] })).toEqual({ lost: [], gained: [], ...still });
});

const placedAt = "2026-06-01T12:00:00.000Z";
const order = { nameKeys: ["sun"], placedAt };
const held = (changes: Partial<CodeNameHistory> = {}): CodeNameHistory => ({
  nameKey: "sun",
  discountCodeId: "a",
  grantTiers: [],
  endedAt: null,
  ...changes,
});

describe("the discount code of an order", () => {
  const among =
    (...names: CodeNameHistory[]) =>
    (key: string) =>
      names.filter(({ nameKey }) => nameKey === key);

  it("is the first known code, in the order sent", () => {
    const known = among(held({ nameKey: "two", discountCodeId: "2" }), held({ nameKey: "three", discountCodeId: "3" }));
    expect(discountOf({ ...order, nameKeys: ["one", "three", "two"] }, known)?.discountCodeId).toBe("3");
    expect(discountOf({ ...order, nameKeys: ["one"] }, known)).toBeUndefined();
    expect(discountOf({ ...order, nameKeys: [] }, known)).toBeUndefined();
  });

  it("is the code that had the name when the order was placed, to the millisecond", () => {
    const names = among(held({ discountCodeId: "now" }), held({ discountCodeId: "before", endedAt: placedAt }));
    expect(discountOf(order, names)?.discountCodeId).toBe("now");
    expect(discountOf({ ...order, placedAt: "2026-06-01T11:59:59.999Z" }, names)?.discountCodeId).toBe("before");
  });

  it("is the next code with the name if none had it before", () => {
    const ended = (discountCodeId: string, day: string) => held({ discountCodeId, endedAt: `2026-${day}T00:00:00.000Z` });
    const names = among(held({ discountCodeId: "last" }), ended("third", "06-09"), ended("second", "06-02"), ended("first", "05-01"));
    expect(discountOf(order, names)?.discountCodeId).toBe("second");
  });

  it("is the smaller id if two codes have the name", () => {
    expect(discountOf(order, among(held({ discountCodeId: "b" }), held({ discountCodeId: "a" })))?.discountCodeId).toBe("a");
  });
});

describe("partner and tier of a discount code", () => {
  const lead = (partnerId: string | null, tier: string | null, endedAt: string | null = null): SourceHistory => ({
    discountCodeId: "a",
    partnerId,
    tier,
    endedAt,
  });
  const before = "2026-06-01T11:59:59.999Z";

  it("are those at the time of the order, until the millisecond before a change", () => {
    const leads = [lead("now", "BASIC"), lead("then", "QUICK", placedAt), lead("first", "ENHANCED", before)];
    expect(sourceOf(placedAt, leads)).toEqual({ partnerId: "now", tier: "BASIC" });
    expect(sourceOf(before, leads)).toEqual({ partnerId: "then", tier: "QUICK" });
    expect(sourceOf("2026-06-01T11:59:59.998Z", leads)).toEqual({ partnerId: "first", tier: "ENHANCED" });
  });

  it("are the next ones if it had none at that time, or none at all", () => {
    const leads = [lead(null, null), lead("second", null, "2026-07-01T00:00:00.000Z"), lead(null, "QUICK", placedAt)];
    expect(sourceOf(before, leads)).toEqual({ partnerId: "second", tier: "QUICK" });
    expect(sourceOf(placedAt, leads)).toEqual({ partnerId: "second", tier: null });
    expect(sourceOf("2026-07-01T00:00:00.000Z", leads)).toEqual({ partnerId: null, tier: null });
  });
});
