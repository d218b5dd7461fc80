import { idOfName } from "@offergraph/shared/time/ids";
import { deliveries, incentiveKinds } from "./ranks.js";
import { deliveryOf } from "./reward.js";
import type { Terms } from "./terms.js";

/** Who a response says that it is from. */
export interface Claim {
  customerId: string | null;
  /** The customer was verified by a signature or a secret key; false: a visitor only claimed to be the customer. */
  customerVerified: boolean;
  /** A pseudonym of the visitor. */
  visitorId: string | null;
}

/** A pseudonym of a visitor: what a browser calls itself is not kept. */
export function visitorIdOf(workspaceId: string, visitorId: string): string {
  return idOfName(workspaceId, `visitor ${visitorId}`);
}

interface Rewarding {
  kind: number;
  terms: Terms;
  audience: number | null;
  limitCount: number | null;
  requiresVerifiedCustomer: boolean | null;
}

/**
 * Whether a reward is given to verified customers only. An explicit setting wins; without one it is so for a code of one's own and for a credit,
 * where the placement signs its customers.
 */
export function needsVerification({ kind, terms, requiresVerifiedCustomer }: Rewarding, verificationExpected: boolean): boolean {
  if (requiresVerifiedCustomer !== null) return requiresVerifiedCustomer;
  const isUnique = kind === incentiveKinds.indexOf("discount") && deliveryOf(terms) === "UNIQUE";
  return verificationExpected && (isUnique || kind === incentiveKinds.indexOf("billing_credit"));
}

/** Whether a reward needs no customer: a code that all share, that everybody gets as often as they answer. */
export function isForAnyone({ kind, terms, audience, limitCount }: Rewarding): boolean {
  const isShared = kind === incentiveKinds.indexOf("discount") && deliveryOf(terms) === deliveries[0];
  return isShared && audience === null && limitCount === null;
}
