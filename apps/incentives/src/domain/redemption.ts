import { type Delivery, deliveries } from "./ranks.js";

/** An order, as far as it uses grants or takes them back. */
export interface UsingOrder {
  customerId: string | null;
  placedAt: string;
  isReal: boolean;
  formResponseId: string | null;
}

/** A grant of a discount code. The delivery is a rank. */
export interface CodeGrant {
  rowId: string;
  delivery: number;
  customerId: string | null;
  formResponseId: string;
  outcomeAt: string;
  expiresAt: string | null;
}

/**
 * Whether an order that was sent with a grant's code has used that grant: in its time, and not as a test. Who has a code made for one
 * customer has it from that customer. An alias may have been used before it was given; and of a code that all share, a customer's
 * order uses the customer's own grant, or the grant of the response that led to it.
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

/** Of grants of one code the one that an order used: that of its response, else the one that ends first. */
export function usedOf<Grant extends CodeGrant>(order: UsingOrder, grants: readonly Grant[]): Grant | undefined {
  const rank = (grant: Grant) => `${isOfResponse(order, grant) ? 0 : 1} ${grant.expiresAt ?? "~"} ${grant.outcomeAt} ${grant.rowId}`;
  return grants.filter((grant) => uses(order, grant)).sort((one, other) => (rank(one) < rank(other) ? -1 : 1))[0];
}

/**
 * Whether a grant that an order had used is not used by it any more, as it was sent again: without the code, as a test, as another
 * customer's, or as of another time. An order of nobody stays its customer's: that one was erased, or is not told any more.
 */
export function isFreed(order: UsingOrder, nameKeys: readonly string[], grant: CodeGrant & { codeKey: string }): boolean {
  return !nameKeys.includes(grant.codeKey) || !uses({ ...order, customerId: order.customerId ?? grant.customerId }, grant);
}

/** Whether an order that a grant's response led to, or that used a code of it, says something about the grant: no test, nobody else's, not before it. */
export function isLed(order: UsingOrder, { customerId, outcomeAt }: Pick<CodeGrant, "customerId" | "outcomeAt">): boolean {
  const isTheirs = order.customerId === null || order.customerId === customerId;
  return order.isReal && isTheirs && Date.parse(order.placedAt) >= Date.parse(outcomeAt);
}

/** Whether nothing came of an order in the end: what it used is used up. */
export function isUndone({ isCancelled, isRefunded }: { isCancelled: boolean; isRefunded: boolean }): boolean {
  return isCancelled || isRefunded;
}
