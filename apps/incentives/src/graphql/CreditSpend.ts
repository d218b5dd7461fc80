import type { CreditSpendResolvers } from "../generated/types.js";

export const CreditSpend: CreditSpendResolvers = {
  customer: ({ customerId }) => ({ rowId: customerId }),
};
