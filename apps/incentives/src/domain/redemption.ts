import type { OrderReference } from "./order-reference.js";
import { type Delivery, deliveries } from "./ordinals.js";

export type UsingOrder = Pick<OrderReference, "customerId" | "placedAt" | "isReal" | "formResponseId">;

/** The delivery is an ordinal. */
export interface CodeGrant {
  rowId: string;
  delivery: number;
  customerId: string | null;
  customerVerified: boolean;
  formResponseId: string;
  outcomeAt: string;
  expiresAt: string | null;
}

/**
 * True if an order with a grant's code redeems the grant. Test orders and orders after the grant's end never redeem a grant. A UNIQUE code
 * has no further condition. Orders with SHARED and POOL codes must not be older than the outcome. Orders with SHARED codes must also have
 * the grant's customer or response.
 */
export function uses(order: UsingOrder, grant: CodeGrant): boolean {
  const placedAt = Date.parse(order.placedAt);
  if (!order.isReal || (grant.expiresAt !== null && placedAt >= Date.parse(grant.expiresAt))) return false;
  const delivery: Delivery | undefined = deliveries[grant.delivery];
  if (delivery === "UNIQUE") return true;
  if (placedAt < Date.parse(grant.outcomeAt)) return false;
  return delivery === "POOL" || isOfResponse(order, grant) || (grant.customerId !== null && grant.customerId === order.customerId);
}

const isOfResponse = (order: UsingOrder, grant: CodeGrant) => grant.formResponseId === order.formResponseId;

/**
 * Returns the grant that an order redeems with a code. Prefers grants of the order's response, then grants of verified customers, then the
 * grant that ends first. Unverified claims rank lower, because a claim may be false.
 */
export function usedOf<Grant extends CodeGrant>(order: UsingOrder, grants: readonly Grant[]): Grant | undefined {
  const rank = (grant: Grant) =>
    `${isOfResponse(order, grant) ? 0 : 1} ${grant.customerVerified ? 0 : 1} ${grant.expiresAt ?? "~"} ${grant.outcomeAt} ${grant.rowId}`;
  return grants.filter((grant) => uses(order, grant)).sort((one, other) => (rank(one) < rank(other) ? -1 : 1))[0];
}

/** True if a changed order must no longer redeem its grant. Ignores a missing customer, because the customer may have been erased. */
export function isUnredeemed(order: UsingOrder, nameKeys: readonly string[], grant: CodeGrant & { codeKey: string }): boolean {
  return !nameKeys.includes(grant.codeKey) || !uses({ ...order, customerId: order.customerId ?? grant.customerId }, grant);
}

/**
 * True if an order of a grant's response can reverse the grant. Excludes test orders, orders of other customers, and orders before the
 * outcome.
 */
export function countsForGrant(order: UsingOrder, { customerId, outcomeAt }: Pick<CodeGrant, "customerId" | "outcomeAt">): boolean {
  const isTheirs = order.customerId === null || order.customerId === customerId;
  return order.isReal && isTheirs && Date.parse(order.placedAt) >= Date.parse(outcomeAt);
}

export function isUndone({ isCancelled, isRefunded }: Pick<OrderReference, "isCancelled" | "isRefunded">): boolean {
  return isCancelled || isRefunded;
}
