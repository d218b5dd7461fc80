import { idOfName } from "@offergraph/shared/time/ids";
import { deliveries, incentiveKinds } from "./ranks.js";
import { deliveryOf } from "./reward.js";
import type { Terms } from "./terms.js";

/** The customer and visitor that a response claims to be from. */
export interface Claim {
  customerId: string | null;
  /** Verified by a signature or a secret key; false: an unverified claim. */
  customerVerified: boolean;
  /** Pseudonym of the visitor. */
  visitorId: string | null;
}

/** Returns a visitor's pseudonym; the browser's own id is not stored. */
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
 * True if a reward is for verified customers only. Without an explicit setting: UNIQUE codes and credits, if the placement signs its
 * customers.
 */
export function needsVerification({ kind, terms, requiresVerifiedCustomer }: Rewarding, verificationExpected: boolean): boolean {
  if (requiresVerifiedCustomer !== null) return requiresVerifiedCustomer;
  const isUnique = kind === incentiveKinds.indexOf("discount") && deliveryOf(terms) === "UNIQUE";
  return verificationExpected && (isUnique || kind === incentiveKinds.indexOf("billing_credit"));
}

/** True if a reward needs no customer: a SHARED code without audience and limit. */
export function isForAnyone({ kind, terms, audience, limitCount }: Rewarding): boolean {
  const isShared = kind === incentiveKinds.indexOf("discount") && deliveryOf(terms) === deliveries[0];
  return isShared && audience === null && limitCount === null;
}
