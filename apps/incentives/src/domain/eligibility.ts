import { idOfName } from "@offergraph/shared/time/ids";
import type { IncentiveLimitPeriod } from "../generated/types.js";
import { audiences, deliveries, incentiveKinds, incentiveStatuses, limitPeriods } from "./ordinals.js";
import { deliveryOf } from "./reward.js";
import type { Terms } from "./terms.js";

export interface Claim {
  customerId: string | null;
  /** True if a signature or a secret key verified the customer. False if the customer is only an unverified claim. */
  customerVerified: boolean;
  visitorId: string | null;
}

/** Returns a pseudonym of a visitor. The service never stores the browser's visitor id. */
export function visitorIdOf(workspaceId: string, visitorId: string): string {
  return idOfName(workspaceId, `visitor ${visitorId}`);
}

interface Rewarding {
  kind: number;
  terms: Terms;
  audience: number | null;
  limitCount: number | null;
  limitPeriod: number | null;
  requiresVerifiedCustomer: boolean | null;
}

/**
 * True if only a verified customer gets the reward. By default, UNIQUE codes, credits, entitlements and rewards that depend on orders need
 * verification if the placement can verify customers. An unverified reward that depends on orders would reveal the claimed customer's
 * orders.
 */
export function needsVerification(rule: Rewarding, verificationExpected: boolean): boolean {
  const { kind, terms, audience, limitPeriod, requiresVerifiedCustomer } = rule;
  if (requiresVerifiedCustomer !== null) return requiresVerifiedCustomer;
  const isUnique = kind === incentiveKinds.indexOf("discount") && deliveryOf(terms) === "UNIQUE";
  const dependsOnOrders = audience !== null || limitPeriod === limitPeriods.indexOf("ORDER");
  return verificationExpected && (isUnique || isBalance(kind) || dependsOnOrders);
}

/** True for credits and entitlements, which add to a customer's balance. */
export const isBalance = (kind: number): boolean =>
  kind === incentiveKinds.indexOf("billing_credit") || kind === incentiveKinds.indexOf("entitlement");

/** True if unknown customers can get the reward. Only SHARED codes without audience and cap qualify. */
export function isForAnyone({ kind, terms, audience, limitCount }: Omit<Rewarding, "limitPeriod">): boolean {
  const isShared = kind === incentiveKinds.indexOf("discount") && deliveryOf(terms) === deliveries[0];
  return isShared && audience === null && limitCount === null;
}

/** Values of `Grant.failureReason` that this service sets. */
export type FailureReason =
  | "INCENTIVE_ARCHIVED"
  | "INCENTIVE_DELETED"
  | "FORM_UNPUBLISHED"
  | "FORM_DELETED"
  | "CONNECTION_DELETED"
  | "NOT_IN_AUDIENCE"
  | "BALANCE_LIMIT"
  | "CODE_DELETED"
  | "CODE_EXPIRED"
  | "NO_ANSWER";

/** Data that determine if a rule still gives rewards. Times are ISO strings. The status is the number that the database stores. */
export interface Standing {
  status: number;
  isDeleted: boolean;
  isFormDeleted: boolean | null;
  /** Null if the rule has no connection or the connection is unknown. */
  isConnectionDeleted: boolean | null;
  /** Time when the form was unpublished. Null if the form is published or unknown. */
  unpublishedAt: string | null;
}

/** Returns the reason why a grant for an outcome at `outcomeAt` must fail. A pause does not affect rewards that were earned earlier. */
export function withdrawalReason(
  { status, isDeleted, isFormDeleted, isConnectionDeleted, unpublishedAt }: Standing,
  outcomeAt: string,
): FailureReason | null {
  if (isDeleted) return "INCENTIVE_DELETED";
  if (status === incentiveStatuses.indexOf("ARCHIVED")) return "INCENTIVE_ARCHIVED";
  if (isFormDeleted) return "FORM_DELETED";
  if (isConnectionDeleted) return "CONNECTION_DELETED";
  if (unpublishedAt !== null && Date.parse(unpublishedAt) >= Date.parse(outcomeAt)) return "FORM_UNPUBLISHED";
  return null;
}

/**
 * True if a customer is in the audience. The audience null includes every customer. `hasOrdered` is true if the customer ordered before the
 * outcome.
 */
export function isInAudience(audience: number | null, hasOrdered: boolean): boolean {
  return audience === null || audience === audiences.indexOf(hasOrdered ? "RETURNING" : "NEW");
}

export function isHeld(minTrustScore: number | null, trustScore: number | null): boolean {
  return minTrustScore !== null && trustScore !== null && trustScore < minTrustScore;
}

/** A time range in milliseconds. `from` is inclusive and `until` is exclusive. */
export interface Span {
  from: number;
  until: number;
}

export interface OrdersAround {
  before: number | null;
  after: number | null;
}

const dayMs = 86_400_000;
const windows: Partial<Record<IncentiveLimitPeriod, number>> = { DAY: dayMs, WEEK: 7 * dayMs, MONTH: 30 * dayMs };

/**
 * Returns the time range in which the customer's grants count toward a cap. A rolling window also includes times after `outcomeAt`, because
 * events of outcomes can arrive out of order.
 */
export function windowOf(period: IncentiveLimitPeriod, outcomeAt: number, { before, after }: OrdersAround): Span {
  const window = windows[period];
  if (window) return { from: outcomeAt - window + 1, until: outcomeAt + window };
  if (period === "EVER") return { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  return { from: before ?? Number.NEGATIVE_INFINITY, until: after ?? Number.POSITIVE_INFINITY };
}

/**
 * True if another grant would not exceed the cap. A rolling window lasts one period and ends with an outcome. Each rolling window may
 * contain at most `limitCount` grants.
 *
 * @param taken outcome times of the customer's grants that count towards the cap, within the time range from `windowOf`
 */
export function isWithinCap(
  { limitCount, limitPeriod }: { limitCount: number; limitPeriod: IncentiveLimitPeriod },
  outcomeAt: number,
  taken: readonly number[],
): boolean {
  const window = windows[limitPeriod];
  if (!window) return taken.length < limitCount;
  const ends = [outcomeAt, ...taken.filter((time) => time > outcomeAt)];
  return ends.every((end) => taken.filter((time) => time > end - window && time <= end).length < limitCount);
}
