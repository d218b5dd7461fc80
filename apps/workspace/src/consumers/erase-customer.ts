import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { deleteListenEventsOfCustomer } from "../db/listen.js";
import { addErasure } from "../db/webhook-erasures.js";
import { defineConsumer } from "../tx.js";

/**
 * Deletes events for listening sessions if the events contain the id of an erased customer, and adds the customer to the work list of the
 * job `eraseFromWebhooksJob`. The event that reports the erasure is not deleted.
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
