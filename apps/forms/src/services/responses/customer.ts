import type { Violations } from "@offergraph/shared/errors/user-error";
import { customerIdOf, normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import type { CollectedRow } from "../../db/responses.js";
import type { GivenCustomer } from "../../domain/collect-body.js";

type Customer = Pick<CollectedRow, "customerId" | "customerRef" | "customerName" | "customerEmail" | "customerVerified">;

/** Returns the customer columns of a response. */
export function customerOf(workspaceId: string, customer: GivenCustomer, customerVerified: boolean): Customer {
  const { ref, name = null, email = null } = customer;
  const known = { customerId: customerIdOf(workspaceId, ref), customerRef: normalCustomerRef(ref) };
  return { ...known, customerName: name?.trim() ?? null, customerEmail: email?.trim() ?? null, customerVerified };
}

type Claimed = Pick<CollectedRow, "workspaceId" | "customerId" | "customerVerified" | "completedAt" | "abandonedAt">;

/**
 * Returns the customer columns to change on an existing response. A verified customer never changes, and no customer changes after the
 * outcome, since it may have been rewarded. Before the outcome, a verified customer replaces an unverified one with another reference.
 */
export function customerFor(
  { workspaceId, customerId, customerVerified, completedAt, abandonedAt }: Claimed,
  { customer, isVerified }: { customer: GivenCustomer; isVerified: boolean },
  violations: Violations,
): Partial<Customer> {
  const given = customerOf(workspaceId, customer, isVerified);
  const isEmitted = completedAt !== null || abandonedAt !== null;
  if (customerId === null) return given;
  if (customerId === given.customerId) {
    // An unsigned repeat does not revoke the verification.
    if (customerVerified && !isVerified) return {};
    return completedAt === null ? given : { customerVerified: isVerified };
  }
  if (isVerified && !customerVerified && !isEmitted) return given;
  violations.add(["customer", "ref"], "CONFLICT", "The response already belongs to another customer.");
  return {};
}
