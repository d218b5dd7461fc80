import type { Violations } from "@offergraph/shared/errors/user-error";
import type { FormResponseStatus, IncentiveKind, IncentiveRuleInput } from "../generated/types.js";
import type { Path } from "./fields.js";
import { incentiveKinds } from "./ordinals.js";
import type { CheckedRule } from "./problems.js";
import { readTerms, type Terms } from "./terms.js";

export interface Rule {
  kind: IncentiveKind;
  outcome: FormResponseStatus;
  discountCodeId: string | null;
  connectionId: string | null;
  terms: Terms;
}

/** Rule field with the id of the referenced record, by kind. */
export const referenceOf: Partial<Record<IncentiveKind, "discount_code_id" | "connection_id">> = {
  discount: "discount_code_id",
  billing_credit: "connection_id",
};

/** Validates the rules of an input. Treats a null field as omitted. Does not check that referenced records exist. */
export function readRules(given: readonly IncentiveRuleInput[], path: Path, violations: Violations): Rule[] {
  return given.map((rule, index) => {
    const { kind_slug: kind, outcome, discount_code_id, connection_id, terms } = rule;
    const at = [...path, index];
    for (const field of ["discount_code_id", "connection_id"] as const) checkReference(rule, field, [...at, field], violations);
    return {
      kind,
      outcome,
      discountCodeId: discount_code_id?.toLowerCase() ?? null,
      connectionId: connection_id?.toLowerCase() ?? null,
      terms: readTerms(kind, terms, [...at, "terms"], violations),
    };
  });
}

/** Converts an input rule to a `CheckedRule`, whose id is the rule's index. */
export function asCheckedRule({ kind, discountCodeId, connectionId, terms }: Omit<Rule, "outcome">, index: number): CheckedRule {
  return { rowId: String(index), kind: incentiveKinds.indexOf(kind), discountCodeId, connectionId, terms };
}

function checkReference(rule: IncentiveRuleInput, field: "discount_code_id" | "connection_id", path: Path, violations: Violations): void {
  const { kind_slug: kind } = rule;
  const isGiven = (rule[field] ?? null) !== null;
  if (referenceOf[kind] === field) {
    if (!isGiven) violations.add(path, "REQUIRED", `${field} is required for rules of kind ${kind}.`);
  } else if (isGiven && kind === "discount") violations.add(path, "INVALID", `${field} must be null for rules of kind discount.`);
  else if (isGiven) violations.add(path, "UNKNOWN_FIELD", `${field} is not allowed for rules of kind ${kind}.`);
}
