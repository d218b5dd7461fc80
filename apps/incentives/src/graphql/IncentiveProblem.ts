import type { IncentiveProblemResolvers } from "../generated/types.js";

export const IncentiveProblem: IncentiveProblemResolvers = {
  discountCode: ({ discountCodeId }) => (discountCodeId === null ? null : { __typename: "DiscountCode", rowId: discountCodeId }),
  connectionId: ({ connectionId = null }) => connectionId,
};
