import type { IncentiveProblemResolvers } from "../generated/types.js";

export const IncentiveProblem: IncentiveProblemResolvers = {
  discountCode: ({ discountCodeId }) => ({ __typename: "DiscountCode", rowId: discountCodeId }),
};
