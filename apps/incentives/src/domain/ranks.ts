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

// Enum values in declared order. The database stores the position, so that comparisons follow that order.
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
/** Response outcomes, in the order declared by forms. */
export const responseStatuses = ["COMPLETE", "INCOMPLETE", "SKIPPED"] as const satisfies readonly FormResponseStatus[];

export const decisions = ["RELEASED", "DECLINED"] as const;
/** Scheduled tasks of a grant. */
export const grantTasks = ["ISSUE", "EXPIRE", "RESTORE"] as const;
/** Delivery of a discount code: the shared code, a unique one, or an alias from the pool. */
export const deliveries = ["SHARED", "UNIQUE", "POOL"] as const;
/** Reasons of a ledger entry: the credit was issued, expired or reversed. */
export const bookings = ["ISSUED", "EXPIRED", "REVERSED"] as const;

export type Delivery = (typeof deliveries)[number];
export type Booking = (typeof bookings)[number];
export type Decision = (typeof decisions)[number];
