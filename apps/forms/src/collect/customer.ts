import { customerIdOf, normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import type { CollectedRow } from "../data/collected.js";
import type { GivenCustomer } from "./body.js";

type Customer = Pick<CollectedRow, "customerId" | "customerRef" | "customerName" | "customerEmail">;

/** What is stored of the customer whom a response says that it is of. */
export function customerOf(workspaceId: string, customer: GivenCustomer): Customer {
  const { ref, name = null, email = null } = customer;
  const known = { customerId: customerIdOf(workspaceId, ref), customerRef: normalCustomerRef(ref) };
  return { ...known, customerName: name?.trim() ?? null, customerEmail: email?.trim() ?? null };
}
