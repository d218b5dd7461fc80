import { idOfName } from "../time/ids.js";

/** Trims and lower-cases a customer reference for comparison and storage. */
export function normalCustomerRef(customerRef: string): string {
  return customerRef.trim().toLowerCase();
}

/** Derives a customer's id from the reference (UUIDv5), so that all services compute the same id. */
export function customerIdOf(workspaceId: string, customerRef: string): string {
  return idOfName(workspaceId, normalCustomerRef(customerRef));
}
