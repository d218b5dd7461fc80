import { entitlementUsed } from "@offergraph/shared/contracts/events/incentives";
import { customerIdsOf } from "@offergraph/shared/schema/customer-id";
import { useEntitlement } from "../../services/credits/use.js";
import { type MutationField, mutation } from "../../tx.js";

export const use_entitlement: MutationField<"use_entitlement"> = mutation({ emits: [entitlementUsed] }, async (tx, { input }) => {
  tx.check();
  const { lookupKey, quantity, reference } = input;
  return {
    use: await useEntitlement(tx, { customerIds: customerIdsOf(tx.workspaceId, input.customerId), lookupKey, quantity, reference }),
  };
});
