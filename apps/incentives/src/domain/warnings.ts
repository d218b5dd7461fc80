import { type Finding, findingWith, type NextStep } from "@offergraph/shared/errors/warning";
import { grantStates, incentiveStatuses } from "./ordinals.js";
import type { ProblemCode, ShownProblem } from "./problems.js";

const addAliases = { operation: "save_discount_code", why: "Add aliases to the code." };
const replaceRule = { operation: "replace_incentive_rules", why: "Use another code or connection in the rule." };

const problemSteps = {
  CODE_NOT_ACTIVE: { operation: "save_discount_code", why: "Set the code's `status` to ACTIVE, or to SCHEDULED with `start_at`." },
  CODE_EXPIRED: { operation: "save_discount_code", why: "Set the code's `ends_at` to a future time or null, and `status` to ACTIVE." },
  CODE_DELETED: replaceRule,
  CODE_EXHAUSTED: { operation: "save_discount_code", why: "Raise the code's `usage_limit`." },
  POOL_EMPTY: addAliases,
  POOL_LOW: addAliases,
  CODE_ON_NO_STORE: { operation: "add_discount_placements", why: "A placement sends the code to a store." },
  CONNECTION_DELETED: replaceRule,
} as const satisfies Record<ProblemCode, NextStep>;

export const nextSteps = {
  ...problemSteps,
  INCENTIVE_WITHOUT_FORM: { operation: "update_incentive", why: "Set `formId`." },
  INCENTIVE_WITHOUT_RULES: { operation: "replace_incentive_rules", why: "Add a rule for each reward." },
  INCENTIVE_NOT_ACTIVE: { operation: "update_incentive", why: "Set `status` to ACTIVE." },
  GRANT_WITHOUT_CUSTOMER: { operation: "get_form_install", why: "The website must pass the customer to the form." },
} as const satisfies Record<string, NextStep>;

const finding = findingWith(nextSteps);

interface WrittenIncentive {
  rowId: string;
  status: number;
  formId: string | null;
}

/**
 * Returns what prevents an incentive from granting rewards after a write. `setsStatus` is true if the write set the status. An archived
 * incentive has no warnings.
 */
export function warningsOfIncentive(
  { rowId, status, formId }: WrittenIncentive,
  { ruleCount, problems, setsStatus }: { ruleCount: number; problems: readonly ShownProblem[]; setsStatus: boolean },
): Finding[] {
  if (status === incentiveStatuses.indexOf("ARCHIVED")) return [];
  const isActive = status === incentiveStatuses.indexOf("ACTIVE");
  return [
    ...problems.map(({ code, message, ruleId }) => finding(code, message, [ruleId])),
    ...(formId === null
      ? [finding("INCENTIVE_WITHOUT_FORM", "The incentive has no form, so no response earns its rewards.", [rowId])]
      : []),
    ...(ruleCount === 0 ? [finding("INCENTIVE_WITHOUT_RULES", "The incentive has no rules, so it grants no rewards.", [rowId])] : []),
    ...(isActive || setsStatus ? [] : [finding("INCENTIVE_NOT_ACTIVE", "The incentive is not ACTIVE, so it grants no rewards.", [rowId])]),
  ];
}

interface ShownGrant {
  rowId: string;
  state: number;
  customerId: string | null;
}

/** Returns a warning if some of the grants wait for a customer. */
export function warningsOfGrants(grants: readonly ShownGrant[]): Finding[] {
  const pending = grants.filter(({ state, customerId }) => state === grantStates.indexOf("PENDING") && customerId === null);
  return pending.length === 0
    ? []
    : [
        withoutCustomer(
          pending.length,
          pending.map(({ rowId }) => rowId),
        ),
      ];
}

/** Returns a warning if `count` grants of a rule wait for a customer. */
export function warningsOfUnresolved(ruleId: string, count: number): Finding[] {
  return count === 0 ? [] : [withoutCustomer(count, [ruleId])];
}

function withoutCustomer(count: number, recordIds: readonly string[]): Finding {
  const message = `Rewards that wait for a customer: ${count}. Their grants stay PENDING until the response has a customer.`;
  return finding("GRANT_WITHOUT_CUSTOMER", message, recordIds);
}
