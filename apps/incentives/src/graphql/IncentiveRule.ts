import { incentiveKinds, responseStatuses, valueOfOrdinal } from "../domain/ordinals.js";
import type { IncentiveRuleResolvers } from "../generated/types.js";

export const IncentiveRule: IncentiveRuleResolvers = {
  kindSlug: ({ kind }) => valueOfOrdinal(incentiveKinds, kind),
  outcome: ({ outcome }) => valueOfOrdinal(responseStatuses, outcome),
  discountCode: ({ discountCodeId }) => (discountCodeId === null ? null : { __typename: "DiscountCode", rowId: discountCodeId }),
};
