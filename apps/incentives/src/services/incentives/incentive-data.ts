import type { IncentiveRow, RuleRow } from "../../db/rows.js";
import type { IncentiveFields } from "../../domain/fields.js";
import { audiences, incentiveKinds, incentiveStatuses, limitPeriods, responseStatuses, tiers, valueOfRank } from "../../domain/ranks.js";
import type { TagColor } from "../../generated/types.js";

const valueIfAny = <Value extends string>(order: readonly Value[], rank: number | null) =>
  rank === null ? null : valueOfRank(order, rank);

export function fieldsOf(incentive: IncentiveRow): IncentiveFields {
  const { rowId, workspaceId, createdAt, updatedAt, audience, tier, status, iconColor, limitPeriod, ...fields } = incentive;
  return {
    ...fields,
    audience: valueIfAny(audiences, audience),
    tier: valueIfAny(tiers, tier),
    status: valueOfRank(incentiveStatuses, status),
    iconColor: iconColor as TagColor | null,
    limitPeriod: valueIfAny(limitPeriods, limitPeriod),
  };
}

/** An incentive as events carry it. */
export function incentiveDataOf(incentive: IncentiveRow, rules: readonly RuleRow[]) {
  const { rowId, createdAt, updatedAt } = incentive;
  return {
    ...{ rowId, createdAt, updatedAt, ...fieldsOf(incentive) },
    rules: rules.map(({ incentiveId, kind, outcome, ...rule }) => ({
      ...rule,
      kindSlug: valueOfRank(incentiveKinds, kind),
      outcome: valueOfRank(responseStatuses, outcome),
    })),
  };
}
