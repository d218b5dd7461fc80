import type { CustomerEntitlementResolvers } from "../generated/types.js";

export const CustomerEntitlement: CustomerEntitlementResolvers = {
  remaining: ({ limit, used }) => String(BigInt(limit) - BigInt(used)),
};
