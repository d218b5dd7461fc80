import type { GrantRow, IncentiveRow, RuleRow } from "../../db/rows.js";
import type { IncentiveFields } from "../../domain/fields.js";
import {
  audiences,
  grantStates,
  incentiveKinds,
  incentiveStatuses,
  limitPeriods,
  responseStatuses,
  tiers,
  valueOfRank,
} from "../../domain/ranks.js";
import type { TagColor } from "../../generated/types.js";

const valueIfAny = <Value extends string>(order: readonly Value[], rank: number | null) =>
  rank === null ? null : valueOfRank(order, rank);

/** Returns the client-written fields of an incentive. */
export function fieldsOf(incentive: IncentiveRow): IncentiveFields {
  const {
    name,
    description,
    formId,
    audience,
    tier,
    status,
    icon,
    iconColor,
    limitCount,
    limitPeriod,
    minTrustScore,
    requiresVerifiedCustomer,
  } = incentive;
  return {
    name,
    description,
    formId,
    audience: valueIfAny(audiences, audience),
    tier: valueIfAny(tiers, tier),
    status: valueOfRank(incentiveStatuses, status),
    icon,
    iconColor: iconColor as TagColor | null,
    limitCount,
    limitPeriod: valueIfAny(limitPeriods, limitPeriod),
    minTrustScore,
    requiresVerifiedCustomer,
  };
}

/** An incentive as events carry it. */
export function incentiveDataOf(incentive: IncentiveRow, rules: readonly RuleRow[]) {
  const { rowId, createdAt, updatedAt } = incentive;
  return {
    rowId,
    createdAt,
    updatedAt,
    ...fieldsOf(incentive),
    rules: rules.map(({ rowId: ruleId, kind, outcome, discountCodeId, connectionId, terms }) => ({
      rowId: ruleId,
      kindSlug: valueOfRank(incentiveKinds, kind),
      outcome: valueOfRank(responseStatuses, outcome),
      discountCodeId,
      connectionId,
      terms,
    })),
  };
}

/** A grant as events carry it. */
export function grantDataOf({ workspaceId, kind, state, tier, decision, ...rest }: GrantRow) {
  return { ...rest, kindSlug: valueOfRank(incentiveKinds, kind), state: valueOfRank(grantStates, state), tier: valueIfAny(tiers, tier) };
}
