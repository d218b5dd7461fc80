import type { IncentiveProblemResolvers } from "../generated/types.js";

export const IncentiveProblem: IncentiveProblemResolvers = {
  // Discounts, which own these, say what there is behind the id.
  discountCode: ({ discountCodeId }) => ({ __typename: "DiscountCode", rowId: discountCodeId }),
};
