import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { eraseFromAuditEvents } from "../db/audit-events.js";
import { deleteListenEventsOfCustomer } from "../db/listen.js";
import { addErasure } from "../db/webhook-erasures.js";
import { defineConsumer } from "../tx.js";

/**
 * Deletes the stored events for listening sessions that contain the id of an erased customer, except the event that reports the erasure.
 * Adds the customer to the work list of `eraseFromWebhooksJob`. Removes the changes of the customer's records from the audit log.
 */
export const eraseCustomer = defineConsumer({
  name: "erase-customer",
  events: [customerErased],
  emits: [],
  async handle(tx, { data: { customerId }, time }) {
    await addErasure(tx, customerId);
    await deleteListenEventsOfCustomer(tx, customerId, customerErased.subject);
    await eraseFromAuditEvents(tx, customerId, time);
  },
});
