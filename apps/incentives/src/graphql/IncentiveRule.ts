import { incentiveKinds, responseStatuses, valueOfRank } from "../domain/ranks.js";
import type { IncentiveRuleResolvers } from "../generated/types.js";

export const IncentiveRule: IncentiveRuleResolvers = {
  kindSlug: ({ kind }) => valueOfRank(incentiveKinds, kind),
  outcome: ({ outcome }) => valueOfRank(responseStatuses, outcome),
  discountCode: ({ discountCodeId }) => (discountCodeId === null ? null : { __typename: "DiscountCode", rowId: discountCodeId }),
};
