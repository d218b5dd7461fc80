import type { Violations } from "@offergraph/shared/errors/user-error";
import { customerIdOf, normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import type { CollectedRow } from "../../db/responses.js";
import type { FormsDeps } from "../../deps.js";
import { channelOfPlacement } from "../../domain/channels.js";
import type { GivenCustomer } from "../../domain/collect-body.js";
import { isSignedBy, openSecrets, type Signing } from "../secrets/placement-secrets.js";

type Customer = Pick<CollectedRow, "customerId" | "customerRef" | "customerName" | "customerEmail" | "customerVerified">;

export function customerOf(workspaceId: string, customer: GivenCustomer, customerVerified: boolean): Customer {
  const { ref, name = null, email = null } = customer;
  const known = { customerId: customerIdOf(workspaceId, ref), customerRef: normalCustomerRef(ref) };
  return { ...known, customerName: name?.trim() ?? null, customerEmail: email?.trim() ?? null, customerVerified };
}

/**
 * Returns the customer columns to change on an existing response. A verified customer is never replaced. Until the response ends, a
 * verified customer replaces an unverified customer. After the response has ended, no other customer replaces the first customer, who may
 * already have received a reward.
 */
export function customerFor(
  { workspaceId, customerId, customerVerified, completedAt, abandonedAt }: CollectedRow,
  customer: GivenCustomer,
  isVerified: boolean,
  violations: Violations,
): Partial<Customer> {
  const given = customerOf(workspaceId, customer, isVerified);
  if (customerId === null) return given;
  if (customerId === given.customerId) {
    // A verified customer stays verified if a later request has no signature.
    if (customerVerified && !isVerified) return {};
    return completedAt === null ? given : { customerVerified: isVerified };
  }
  if (isVerified && !customerVerified && completedAt === null && abandonedAt === null) return given;
  violations.add(["customer", "ref"], "CONFLICT", "The response already belongs to another customer.");
  return {};
}

/** Returns true if the customer reference is signed with a secret of the placement. Adds a violation if the signature is invalid. */
export async function verifyCustomer(
  deps: FormsDeps,
  signing: Signing,
  customer: GivenCustomer | null | undefined,
  violations: Violations,
): Promise<boolean> {
  const { ref, signature } = customer ?? {};
  if (ref === undefined || signature == null) return false;
  const secrets = await openSecrets(deps, signing);
  if (isSignedBy(secrets, ref, signature)) return true;
  violations.add(
    ["customer", "signature"],
    "INVALID",
    secrets.length > 0
      ? "`signature` does not match `ref`. Trim `ref` and convert it to lowercase. Compute the HMAC-SHA256 with this placement's secret as the key, and send it in hexadecimal as `signature`."
      : "This placement has no secret to verify the signature. Create a secret with rotate_form_placement_secret, or omit `signature`.",
  );
  return false;
}

/** Returns true for WEBSITE placements with a secret, whose shop should sign customer references. */
export function expectsVerification(placement: { workspaceId: string; channelId: string; hasSecret: boolean }): boolean {
  return placement.hasSecret && channelOfPlacement(placement).surface === "WEBSITE";
}
