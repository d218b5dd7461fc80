import { expect, it } from "vitest";
import { codeChange } from "./code-change.js";

const code = { partnerId: "ann", tier: "BASIC", nameKeys: ["sun", "sol"] };

const still = { leadsElsewhere: false, fillsGap: false };

it("a new code gains all its names", () => {
  expect(codeChange(undefined, code)).toEqual({ lost: [], gained: ["sun", "sol"], ...still });
});

it("returns lost and gained names", () => {
  expect(codeChange(code, { ...code, nameKeys: ["moon", "sun"] })).toEqual({ lost: ["sol"], gained: ["moon"], ...still });
});

it("reports a changed partner or tier", () => {
  const elsewhere = { leadsElsewhere: true, fillsGap: false };
  expect(codeChange(code, { ...code, partnerId: null })).toMatchObject(elsewhere);
  expect(codeChange(code, { ...code, partnerId: "bob" })).toMatchObject(elsewhere);
  expect(codeChange(code, { ...code, tier: "QUICK" })).toMatchObject(elsewhere);
});

it("reports a first partner or tier, which affects earlier orders", () => {
  const filled = { leadsElsewhere: true, fillsGap: true };
  expect(codeChange({ ...code, partnerId: null }, code)).toMatchObject(filled);
  expect(codeChange({ ...code, tier: null }, { ...code, partnerId: null })).toMatchObject(filled);
});

it("reports nothing if only the order of names changed", () => {
  expect(codeChange(code, { ...code, nameKeys: ["sol", "sun"] })).toEqual({ lost: [], gained: [], ...still });
});
