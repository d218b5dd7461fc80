import { expect, it } from "vitest";
import { codeChange } from "./code-change.js";

const code = { partnerId: "ann", tier: "BASIC", nameKeys: ["sun", "sol"] };

const still = { leadsElsewhere: false, fillsGap: false };

it("a new code gains all its names, and no order follows it yet", () => {
  expect(codeChange(undefined, code)).toEqual({ lost: [], gained: ["sun", "sol"], ...still });
});

it("a code loses names that it has no more and gains those that it had not", () => {
  expect(codeChange(code, { ...code, nameKeys: ["moon", "sun"] })).toEqual({ lost: ["sol"], gained: ["moon"], ...still });
});

it("a code that has another partner or tier leads elsewhere from then on", () => {
  const elsewhere = { leadsElsewhere: true, fillsGap: false };
  expect(codeChange(code, { ...code, partnerId: null })).toMatchObject(elsewhere);
  expect(codeChange(code, { ...code, partnerId: "bob" })).toMatchObject(elsewhere);
  expect(codeChange(code, { ...code, tier: "QUICK" })).toMatchObject(elsewhere);
});

it("a partner or a tier that a code gets where it had none concerns the orders from before as well", () => {
  const filled = { leadsElsewhere: true, fillsGap: true };
  expect(codeChange({ ...code, partnerId: null }, code)).toMatchObject(filled);
  expect(codeChange({ ...code, tier: null }, { ...code, partnerId: null })).toMatchObject(filled);
});

it("a code whose order of names alone changed, or nothing, concerns no order", () => {
  expect(codeChange(code, { ...code, nameKeys: ["sol", "sun"] })).toEqual({ lost: [], gained: [], ...still });
});
