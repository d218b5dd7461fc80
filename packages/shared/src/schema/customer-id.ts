import { idOfName } from "../time/ids.js";

/** A customer's reference as it is compared and kept: trimmed, lower case. */
export function normalCustomerRef(customerRef: string): string {
  return customerRef.trim().toLowerCase();
}

/** The id of the customer that a store calls so: services agree on it without asking (decisions.md 3). */
export function customerIdOf(workspaceId: string, customerRef: string): string {
  return idOfName(workspaceId, normalCustomerRef(customerRef));
}
