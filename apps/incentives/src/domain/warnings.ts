import { defineWarnings, type Finding, findingWith, type NextStep, type WarningKind } from "@offergraph/shared/errors/warning";
import { grantStates, incentiveStatuses } from "./ordinals.js";
import type { ProblemCode, ShownProblem } from "./problems.js";

const addAliases = { operation: "save_discount_code", why: "Add aliases to the code." };
const replaceRule = { operation: "replace_incentive_rules", why: "Use another code or connection in the rule." };

const problemKinds = {
  CODE_NOT_ACTIVE: {
    cause: "The discount code of a rule is DRAFT, or SCHEDULED without a start time.",
    operation: "save_discount_code",
    why: "Set the code's `status` to ACTIVE, or to SCHEDULED with `start_at`.",
  },
  CODE_EXPIRED: {
    cause: "The discount code of a rule has ended, or its status is EXPIRED.",
    operation: "save_discount_code",
    why: "Set the code's `ends_at` to a future time or null, and `status` to ACTIVE.",
  },
  CODE_DELETED: { cause: "The discount code of a rule was deleted.", ...replaceRule },
  CODE_EXHAUSTED: {
    cause: "The discount code of a rule has reached its usage limit.",
    operation: "save_discount_code",
    why: "Raise the code's `usage_limit`.",
  },
  POOL_EMPTY: { cause: "The discount code of a rule has no unused aliases.", ...addAliases },
  POOL_LOW: { cause: "The discount code of a rule has few unused aliases.", ...addAliases },
  CODE_ON_NO_STORE: {
    cause: "The discount code of a rule has no placement.",
    operation: "add_discount_placements",
    why: "A placement sends the code to a store.",
  },
  CONNECTION_DELETED: { cause: "The connection of a rule was deleted.", ...replaceRule },
} as const satisfies Record<ProblemCode, NextStep & { cause: string }>;

export const kinds = defineWarnings({
  ...problemKinds,
  INCENTIVE_WITHOUT_FORM: { cause: "An incentive has no form.", operation: "update_incentive", why: "Set `formId`." },
  INCENTIVE_WITHOUT_RULES: {
    cause: "An incentive has no rules.",
    operation: "replace_incentive_rules",
    why: "Add a rule for each reward.",
  },
  INCENTIVE_NOT_ACTIVE: { cause: "An incentive is not ACTIVE.", operation: "update_incentive", why: "Set `status` to ACTIVE." },
  GRANT_WITHOUT_CUSTOMER: {
    cause: "Some grants, for example of credit, are PENDING until the customer is known and, if required, verified.",
    operation: "get_form_install",
    why: "Pass the customer to the form, with a signature if the placement has a secret.",
  },
});

/** The kinds of warnings that `warningsOfGrants` and `warningsOfUnresolved` return. */
export const grantWarnings: readonly WarningKind[] = [kinds.GRANT_WITHOUT_CUSTOMER];
/** The kinds of warnings that `warningsOfIncentive` returns. */
export const incentiveWarnings: readonly WarningKind[] = Object.values(kinds).filter((kind) => !grantWarnings.includes(kind));

const finding = findingWith(kinds);

interface WrittenIncentive {
  rowId: string;
  status: number;
  formId: string | null;
}

/**
 * Returns the reasons why an incentive may not grant rewards after a write. `setsStatus` is true if the write set the status. An archived
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

/** Returns a warning if grants of a page are PENDING because the customer is unknown or not verified. */
export function warningsOfGrants(grants: readonly ShownGrant[]): Finding[] {
  const pending = grants.filter(({ state, customerId }) => state === grantStates.indexOf("PENDING") && customerId === null);
  const recordIds = pending.map(({ rowId }) => rowId);
  return pending.length === 0 ? [] : [withoutCustomer(`Grants of this page that wait for a customer: ${pending.length}.`, recordIds)];
}

/** Returns a warning if the rule has PENDING grants. `count` is the number of PENDING grants. */
export function warningsOfUnresolved(ruleId: string, count: number): Finding[] {
  return count === 0 ? [] : [withoutCustomer(`Grants of this rule that wait for a customer: ${count}.`, [ruleId])];
}

/** The maximum number of grants that `warningsOfWaiting` receives. */
export const maxWaiting = 20;

/** Returns a warning if the incentive has PENDING grants. `grantIds` contains the ids of the newest PENDING grants. */
export function warningsOfWaiting(grantIds: readonly string[]): Finding[] {
  const { length } = grantIds;
  const count = length === maxWaiting ? `${length} or more` : length;
  return length === 0 ? [] : [withoutCustomer(`Grants of this incentive that wait for a customer: ${count}.`, grantIds)];
}

function withoutCustomer(found: string, recordIds: readonly string[]): Finding {
  return finding(
    "GRANT_WITHOUT_CUSTOMER",
    `${found} These grants stay PENDING until the customer is known and, if required, verified.`,
    recordIds,
  );
}
