import { creditSpent } from "@offergraph/shared/contracts/events/incentives";
import { normalCurrency } from "@offergraph/shared/schema/currencies";
import { customerIdsOf } from "@offergraph/shared/schema/customer-id";
import { readAmount } from "../../domain/spending.js";
import { spend } from "../../services/credits/spend.js";
import { type MutationField, mutation } from "../../tx.js";

export const spend_credit: MutationField<"spend_credit"> = mutation({ emits: [creditSpent] }, async (tx, { input }) => {
  const amountMinor = String(readAmount(input.amountMinor, ["input", "amountMinor"], tx.errors));
  tx.check();
  const { reference, note = null } = input;
  const [customerIds, currency] = [customerIdsOf(tx.workspaceId, input.customerId), normalCurrency(input.currency)];
  return { spend: await spend(tx, { customerIds, amountMinor, currency, reference, note }) };
});
