import { idOfName } from "../time/ids.js";
import { type Ref, readRef } from "./ref.js";

/** Trims and lower-cases a customer reference for comparison and storage. */
export function normalCustomerRef(customerRef: string): string {
  return customerRef.trim().toLowerCase();
}

/** Derives a customer's id from the customer reference (UUIDv5), so that all services compute the same id. */
export function customerIdOf(workspaceId: string, customerRef: string): string {
  return idOfName(workspaceId, normalCustomerRef(customerRef));
}

/** Returns a function that derives each customer's id only once. */
export function customerIdsIn(workspaceId: string): (customerRef: string) => string {
  const known = new Map<string, string>();
  return (customerRef) => {
    const id = known.get(customerRef) ?? customerIdOf(workspaceId, customerRef);
    known.set(customerRef, id);
    return id;
  };
}

/** Returns the ids that a Ref to a customer can mean. A UUID can be an id (the first result) or a store's customer reference. */
export function customerIdsOf(workspaceId: string, customer: Ref): [string, ...string[]] {
  const { id, name } = readRef(customer);
  return id === undefined ? [customerIdOf(workspaceId, name)] : [id, customerIdOf(workspaceId, id)];
}
