import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { eraseFromOrders, eraseFromOthers } from "../db/erase-customer.js";
import { lockCustomers, recordErasure } from "../db/responses.js";
import { pinResponsesOf } from "../services/attribution/pin-responses.js";
import { type Deps, defineConsumer } from "../tx.js";

/** Erases a customer's personal data. Keeps amounts, times and attribution. */
export const eraseCustomer = ({ log }: Pick<Deps, "log">) =>
  defineConsumer({
    name: "erase-customer",
    events: [customerErased],
    emits: [],
    async handle(tx, { data: { customerId }, time }) {
      await lockCustomers(tx, [customerId]);
      await recordErasure(tx, customerId, time);
      await pinResponsesOf(tx, customerId);
      const orders = await eraseFromOrders(tx, customerId);
      await eraseFromOthers(tx, customerId);
      tx.onCommit(() => log.info({ workspaceId: tx.workspaceId, actor: null, orders }, "Customer erased"));
    },
  });
