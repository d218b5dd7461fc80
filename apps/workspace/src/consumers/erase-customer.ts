import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { deleteListenEventsOfCustomer } from "../db/listen.js";
import { addErasure } from "../db/webhook-erasures.js";
import { defineConsumer } from "../tx.js";

/**
 * Deletes stored events that contain the customer's id, except the erasure's event. Adds the customer to the work list of
 * `eraseFromWebhooksJob`.
 */
export const eraseCustomer = defineConsumer({
  name: "erase-customer",
  events: [customerErased],
  emits: [],
  async handle(tx, { data: { customerId } }) {
    await addErasure(tx, customerId);
    await deleteListenEventsOfCustomer(tx, customerId, customerErased.subject);
  },
});
