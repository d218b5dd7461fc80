import type {
  FormResponseStatus,
  GrantState,
  IncentiveAudience,
  IncentiveKind,
  IncentiveLimitPeriod,
  IncentiveStatus,
  IncentiveTier,
} from "../generated/types.js";

export { valueOfRank } from "@offergraph/shared/schema/ranks";

// The values of enums in their declared order: the database stores a value's place in it, so that it compares as declared.
export const audiences = ["NEW", "RETURNING"] as const satisfies readonly IncentiveAudience[];
export const tiers = ["quick", "enhanced"] as const satisfies readonly IncentiveTier[];
export const limitPeriods = ["DAY", "WEEK", "MONTH", "EVER", "ORDER"] as const satisfies readonly IncentiveLimitPeriod[];
export const incentiveStatuses = ["DRAFT", "ACTIVE", "PAUSED", "ARCHIVED"] as const satisfies readonly IncentiveStatus[];
export const incentiveKinds = ["discount", "billing_credit", "entitlement", "metadata"] as const satisfies readonly IncentiveKind[];
export const grantStates = [
  "PENDING",
  "HELD",
  "ISSUING",
  "ISSUED",
  "REDEEMED",
  "EXPIRED",
  "REVERSED",
  "DECLINED",
  "CAPPED",
  "FAILED",
] as const satisfies readonly GrantState[];
/** The outcomes of responses, which forms own, in the order that forms declare. */
export const responseStatuses = ["COMPLETE", "INCOMPLETE", "SKIPPED"] as const satisfies readonly FormResponseStatus[];

/** What can be decided about a held grant. */
export const decisions = ["RELEASED", "DECLINED"] as const;
/** What is to be done about a grant at a time. */
export const grantTasks = ["ISSUE", "EXPIRE", "RESTORE"] as const;
/** How a customer comes by a discount code: the one that all have, one made for them, one of the code's aliases. */
export const deliveries = ["SHARED", "UNIQUE", "POOL"] as const;
/** What a credit is booked for: that it was given, or why it was taken back. */
export const bookings = ["ISSUED", "EXPIRED", "REVERSED"] as const;

export type Delivery = (typeof deliveries)[number];
export type Booking = (typeof bookings)[number];
export type Decision = (typeof decisions)[number];
