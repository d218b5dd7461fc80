import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { readRef } from "@offergraph/shared/schema/ref";
import { eraseCustomer } from "../../services/responses/erase-customer.js";
import { type MutationField, mutation } from "../../tx.js";

export const erase_customer: MutationField<"erase_customer"> = mutation(
  {
    emits: [customerErased],
    dryRunNotes: ["Other services erase their data of the customer after they receive the event."],
  },
  async (tx, { input: { customerId } }) => {
    const { name } = readRef(customerId);
    if (name !== undefined && normalCustomerRef(name) === "")
      return rejectWith(tx, ["input", "customerId"], "TOO_SHORT", "A customer reference must contain a character other than spaces.");
    return eraseCustomer(tx, customerId);
  },
);
