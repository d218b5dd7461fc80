import { Violations } from "@offergraph/shared/errors/user-error";
import { newId } from "@offergraph/shared/time/ids";
import { describe, expect, it } from "vitest";
import type { IncentiveRuleInput } from "../generated/types.js";
import { readRules } from "./rules.js";

const id = newId();
const COMPLETE = "COMPLETE" as const;

function read(...rules: IncentiveRuleInput[]) {
  const violations = new Violations();
  const found = readRules(rules, ["input", "rules"], violations);
  return { found, faults: violations.list.map(({ field, code }) => `${field.slice(2).join(".")} ${code}`).sort() };
}

describe("a rule", () => {
  it("is read with a lowercase record id, and empty terms if none are needed", () => {
    const { found, faults } = read({ kind_slug: "discount", outcome: "SKIPPED", discount_code_id: id.toUpperCase(), connection_id: null });
    expect(faults).toEqual([]);
    expect(found).toEqual([{ kind: "discount", outcome: "SKIPPED", discountCodeId: id, connectionId: null, terms: {} }]);
  });

  it("requires its kind's record and rejects others", () => {
    const terms = { amount_minor: 1, currency: "eur", expires_in_days: 1 };
    expect(read({ kind_slug: "discount", outcome: COMPLETE, connection_id: id }).faults).toEqual([
      "0.connection_id INVALID",
      "0.discount_code_id REQUIRED",
    ]);
    expect(read({ kind_slug: "billing_credit", outcome: COMPLETE, discount_code_id: id, terms }).faults).toEqual([
      "0.connection_id REQUIRED",
      "0.discount_code_id UNKNOWN_FIELD",
    ]);
    for (const kind_slug of ["entitlement", "metadata"] as const)
      expect(read({ kind_slug, outcome: COMPLETE, discount_code_id: id, connection_id: id }).faults).toEqual([
        "0.connection_id UNKNOWN_FIELD",
        "0.discount_code_id UNKNOWN_FIELD",
        "0.terms REQUIRED",
      ]);
  });

  it("accepts null for fields that its kind does not have", () => {
    const terms = { lookup_key: "seats", limit: 5 };
    expect(read({ kind_slug: "entitlement", outcome: COMPLETE, discount_code_id: null, connection_id: null, terms }).faults).toEqual([]);
  });

  it("reports its errors together with those of other rules", () => {
    const wrong = { kind_slug: "discount" as const, outcome: COMPLETE, terms: { prefix: "x" } };
    expect(read(wrong, { ...wrong, discount_code_id: id, terms: { prefix: "X" } }, wrong).faults).toEqual([
      "0.discount_code_id REQUIRED",
      "0.terms.prefix INVALID",
      "2.discount_code_id REQUIRED",
      "2.terms.prefix INVALID",
    ]);
  });
});
