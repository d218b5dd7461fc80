import type { Violations } from "@offergraph/shared/errors/user-error";
import { customerIdOf, normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import type { CollectedRow } from "../data/collected.js";
import type { GivenCustomer } from "./body.js";

type Customer = Pick<CollectedRow, "customerId" | "customerRef" | "customerName" | "customerEmail" | "customerVerified">;

/** What is stored of the customer whom a response says that it is of. */
export function customerOf(workspaceId: string, customer: GivenCustomer, customerVerified: boolean): Customer {
  const { ref, name = null, email = null } = customer;
  const known = { customerId: customerIdOf(workspaceId, ref), customerRef: normalCustomerRef(ref) };
  return { ...known, customerName: name?.trim() ?? null, customerEmail: email?.trim() ?? null, customerVerified };
}

type Claimed = Pick<CollectedRow, "workspaceId" | "customerId" | "customerVerified" | "completedAt" | "leftAt">;

/**
 * What changes of the customer of a response that is there. A verified customer stays, and so does any customer once the outcome was
 * emitted, since somebody may have been rewarded for it. Before that a verified customer replaces an unverified one of another reference.
 */
export function customerFor(
  { workspaceId, customerId, customerVerified, completedAt, leftAt }: Claimed,
  { customer, isVerified }: { customer: GivenCustomer; isVerified: boolean },
  violations: Violations,
): Partial<Customer> {
  const given = customerOf(workspaceId, customer, isVerified);
  const isEmitted = completedAt !== null || leftAt !== null;
  if (customerId === null) return given;
  if (customerId === given.customerId) {
    // An unsigned repeat changes nothing of a verified customer.
    if (customerVerified && !isVerified) return {};
    return completedAt === null ? given : { customerVerified: isVerified };
  }
  if (isVerified && !customerVerified && !isEmitted) return given;
  violations.add(["customer", "ref"], "CONFLICT", "The response belongs to another customer already.");
  return {};
}
