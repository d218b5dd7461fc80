import type { IncentiveProblemResolvers } from "../generated/types.js";

export const IncentiveProblem: IncentiveProblemResolvers = {
  // Entity stub: discounts resolves it.
  discountCode: ({ discountCodeId }) => ({ __typename: "DiscountCode", rowId: discountCodeId }),
};
