import type { Violations } from "@offergraph/shared/errors/user-error";
import type { FormResponseStatus, IncentiveKind, IncentiveRuleInput } from "../generated/types.js";
import type { Path } from "./fields.js";
import { readTerms, type Terms } from "./terms.js";

/** One reward of an incentive, and the outcome that earns it. */
export interface Rule {
  kind: IncentiveKind;
  outcome: FormResponseStatus;
  discountCodeId: string | null;
  connectionId: string | null;
  terms: Terms;
}

/** The record of another service that a kind refers to, and has to. */
const referenceOf: Partial<Record<IncentiveKind, "discount_code_id" | "connection_id">> = {
  discount: "discount_code_id",
  billing_credit: "connection_id",
};

/**
 * The rules that are given (api.md 2.5). Adds a violation for each thing that a rule lacks, and for each that belongs to another kind;
 * null counts as left out. Whether the records are there is looked at apart.
 */
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

function checkReference(rule: IncentiveRuleInput, field: "discount_code_id" | "connection_id", path: Path, violations: Violations): void {
  const { kind_slug: kind } = rule;
  const isGiven = (rule[field] ?? null) !== null;
  if (referenceOf[kind] === field) {
    if (!isGiven) violations.add(path, "REQUIRED", `A rule of the kind ${kind} has to have ${field}.`);
  } else if (isGiven && kind === "discount") violations.add(path, "INVALID", `${field} has to be null in a rule of the kind discount.`);
  else if (isGiven) violations.add(path, "UNKNOWN_FIELD", `A rule of the kind ${kind} has no ${field}.`);
}
