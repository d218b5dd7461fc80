import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { deleteListenEventsOfCustomer } from "../db/listen.js";
import { deleteDeliveriesOfCustomer } from "../db/webhook-deliveries.js";
import { defineConsumer } from "../tx.js";

/**
 * Deletes webhook deliveries, including pending deliveries, and stored events that contain data of an erased customer. Does not delete the
 * event that reports the erasure.
 */
export const eraseCustomer = defineConsumer({
  name: "erase-customer",
  events: [customerErased],
  emits: [],
  async handle(tx, { data: { customerId } }) {
    await deleteDeliveriesOfCustomer(tx, customerId, customerErased.subject);
    await deleteListenEventsOfCustomer(tx, customerId, customerErased.subject);
  },
});
