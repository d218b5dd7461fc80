import type { IncentiveRow, RuleRow } from "../../db/rows.js";
import type { IncentiveFields } from "../../domain/fields.js";
import {
  audiences,
  incentiveKinds,
  incentiveStatuses,
  limitPeriods,
  responseStatuses,
  tiers,
  valueOfOrdinal,
} from "../../domain/ordinals.js";
import type { TagColor } from "../../generated/types.js";

const valueIfAny = <Value extends string>(order: readonly Value[], ordinal: number | null) =>
  ordinal === null ? null : valueOfOrdinal(order, ordinal);

export function fieldsOf(incentive: IncentiveRow): IncentiveFields {
  const { rowId, workspaceId, createdAt, updatedAt, audience, tier, status, iconColor, limitPeriod, ...fields } = incentive;
  return {
    ...fields,
    audience: valueIfAny(audiences, audience),
    tier: valueIfAny(tiers, tier),
    status: valueOfOrdinal(incentiveStatuses, status),
    iconColor: iconColor as TagColor | null,
    limitPeriod: valueIfAny(limitPeriods, limitPeriod),
  };
}

export function incentiveDataOf(incentive: IncentiveRow, rules: readonly RuleRow[]) {
  const { rowId, createdAt, updatedAt } = incentive;
  return {
    ...{ rowId, createdAt, updatedAt, ...fieldsOf(incentive) },
    rules: rules.map(({ incentiveId, kind, outcome, ...rule }) => ({
      ...rule,
      kindSlug: valueOfOrdinal(incentiveKinds, kind),
      outcome: valueOfOrdinal(responseStatuses, outcome),
    })),
  };
}
