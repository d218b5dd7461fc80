import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deliveries, incentiveKinds } from "./ordinals.js";
import { type CodeState, messageOf, needsLookup, problemCodes, problemsOf } from "./problems.js";

const now = new Date("2026-06-01T12:00:00.000Z");
const [past, future] = ["2026-06-01T12:00:00.000Z", "2026-06-01T12:00:00.001Z"];
const usable: CodeState = {
  ...{ code: "SUN", status: "ACTIVE", startsAt: null, endsAt: null, isDeleted: false },
  ...{ isExhausted: false, isPoolEmpty: false, isPoolLow: false, isPlaced: true },
};
const rule = (delivery = "SHARED", kind = "discount") => ({
  rowId: "rule",
  kind: incentiveKinds.indexOf(kind as (typeof incentiveKinds)[number]),
  discountCodeId: "code",
  connectionId: null,
  terms: { delivery },
});
const withCode = (state: CodeState) => ({ codes: new Map([["code", state]]), deletedConnections: new Set<string>() });
const found = (state: Partial<CodeState>, delivery?: string) =>
  problemsOf([rule(delivery)], withCode({ ...usable, ...state }), now).map(({ code, severity }) => `${severity} ${code}`);

describe("the problems of a rule", () => {
  it.each<[Partial<CodeState>, string | undefined, string[]]>([
    [{}, undefined, []],
    [{ status: "DRAFT" }, undefined, ["ERROR CODE_NOT_ACTIVE"]],
    [{ status: "SCHEDULED" }, undefined, ["ERROR CODE_NOT_ACTIVE"]],
    [{ status: "SCHEDULED", startsAt: future }, undefined, []],
    [{ status: "EXPIRED" }, undefined, ["ERROR CODE_EXPIRED"]],
    [{ endsAt: past }, undefined, ["ERROR CODE_EXPIRED"]],
    [{ endsAt: future }, undefined, []],
    [{ isExhausted: true }, undefined, ["ERROR CODE_EXHAUSTED"]],
    [{ isDeleted: true, status: null, isPlaced: null }, undefined, ["ERROR CODE_DELETED"]],
    [{ isPoolEmpty: true, isPoolLow: true }, "UNIQUE", []],
    [{ isPoolEmpty: true, isPoolLow: true }, "POOL", ["ERROR POOL_EMPTY"]],
    [{ isPoolLow: true }, "POOL", ["WARNING POOL_LOW"]],
    [{ isPlaced: false }, undefined, ["WARNING CODE_ON_NO_STORE"]],
    [{ status: "DRAFT", isPlaced: false }, undefined, ["ERROR CODE_NOT_ACTIVE", "WARNING CODE_ON_NO_STORE"]],
  ])("of a code %j with delivery %s are %j", (state, delivery, expected) => expect(found(state, delivery)).toEqual(expected));

  const state = fc.record({
    code: fc.constant("SUN"),
    status: fc.option(fc.constantFrom("EXPIRED", "DRAFT", "SCHEDULED", "ACTIVE")),
    startsAt: fc.constantFrom(null, past, future),
    endsAt: fc.constantFrom(null, past, future),
    isDeleted: fc.boolean(),
    isExhausted: fc.option(fc.boolean()),
    isPoolEmpty: fc.option(fc.boolean()),
    isPoolLow: fc.option(fc.boolean()),
    isPlaced: fc.option(fc.boolean()),
  });

  it("have at most one error, none for unknown codes, and require a lookup before activation", () => {
    fc.assert(
      fc.property(state, fc.constantFrom(...deliveries), (known, delivery) => {
        const one = rule(delivery);
        const problems = problemsOf([one], withCode(known), now);
        const errors = problems.filter(({ severity }) => severity === "ERROR");
        expect(errors.length).toBeLessThanOrEqual(1);
        if (known.status === null && !known.isDeleted) expect(errors).toEqual([]);
        expect(needsLookup(one, known, now)).toBe(errors.length === 1 || (known.status === null && !known.isDeleted));
        for (const problem of problems) expect(messageOf(problem, known.code)).toMatch(/^Rule rule: .*SUN.*\.$/);
      }),
    );
    expect(needsLookup(rule(), undefined, now)).toBe(true);
    expect(needsLookup(rule("SHARED", "metadata"), undefined, now)).toBe(false);
  });

  it("include a deleted connection", () => {
    const credit = { ...rule("SHARED", "billing_credit"), discountCodeId: null, connectionId: "shop" };
    const references = (deleted: string) => ({ codes: new Map(), deletedConnections: new Set([deleted]) });
    expect(problemsOf([credit], references("other"), now)).toEqual([]);
    const [problem, ...more] = problemsOf([credit], references("shop"), now);
    expect([problem, more]).toEqual([
      { code: "CONNECTION_DELETED", severity: "ERROR", ruleId: "rule", discountCodeId: null, connectionId: "shop" },
      [],
    ]);
    if (problem) expect(messageOf(problem, null)).toBe("Rule rule: connection shop was deleted. Use another connection in the rule.");
  });

  it("occur only for discount rules, with a message for each problem", () => {
    expect(problemsOf([rule("SHARED", "billing_credit")], withCode({ ...usable, status: "DRAFT" }), now)).toEqual([]);
    const texts = problemCodes
      .filter((code) => code !== "CONNECTION_DELETED")
      .map((code) => messageOf({ code, severity: "ERROR", ruleId: "r", discountCodeId: "c" }, null));
    expect(new Set(texts).size).toBe(problemCodes.length - 1);
    for (const text of texts) expect(text).toContain("discount code c");
  });
});
