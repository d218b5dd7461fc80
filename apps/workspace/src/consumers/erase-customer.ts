import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { deleteDeliveriesOfCustomer } from "../db/webhook-deliveries.js";
import { defineConsumer } from "../tx.js";

/** Deletes webhook deliveries that contain data of an erased customer, also pending ones. The delivery of the erasure itself remains. */
export const eraseCustomer = defineConsumer({
  name: "erase-customer",
  events: [customerErased],
  emits: [],
  handle: (tx, { data }) => deleteDeliveriesOfCustomer(tx, data.customerId, customerErased.subject),
});
