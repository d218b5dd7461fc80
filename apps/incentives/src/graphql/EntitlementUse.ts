import type { EntitlementUseResolvers } from "../generated/types.js";

export const EntitlementUse: EntitlementUseResolvers = {
  customer: ({ customerId }) => ({ rowId: customerId }),
  remaining: ({ limit, used }) => String(BigInt(limit) - BigInt(used)),
};
