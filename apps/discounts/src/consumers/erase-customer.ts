import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { eraseFromUsages } from "../db/erased-customers.js";
import { defineConsumer } from "../tx.js";

/** Removes an erased customer's id from the uses of discount codes. The uses of an erased customer still count toward usage limits. */
export const eraseCustomer = defineConsumer({
  name: "erase-customer",
  events: [customerErased],
  emits: [],
  handle: (tx, { data, time }) => eraseFromUsages(tx, data.customerId, time),
});
