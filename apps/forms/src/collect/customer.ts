import type { Violations } from "@offergraph/shared/errors/user-error";
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

/** The same for a response that is there: whose it is once, it is for good, since somebody may have been rewarded for it. */
export function customerFor(
  { workspaceId, customerId }: Pick<CollectedRow, "workspaceId" | "customerId">,
  customer: GivenCustomer,
  violations: Violations,
): Customer {
  const known = customerOf(workspaceId, customer);
  if (customerId !== null && customerId !== known.customerId)
    violations.add(["customer", "ref"], "CONFLICT", "The response belongs to another customer already.");
  return known;
}
