import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { deleteListenEventsOfCustomer } from "../db/listen.js";
import { addErasure } from "../db/webhook-erasures.js";
import { defineConsumer } from "../tx.js";

/**
 * Deletes stored events that contain data of an erased customer, and lets a job delete such webhook deliveries. The event that reports the
 * erasure is not deleted.
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
