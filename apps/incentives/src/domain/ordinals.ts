export { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
export {
  formResponseStatus as responseStatuses,
  grantState as grantStates,
  incentiveAudience as audiences,
  incentiveKind as incentiveKinds,
  incentiveLimitPeriod as limitPeriods,
  incentiveStatus as incentiveStatuses,
  incentiveTier as tiers,
} from "../generated/stored-enums.js";

// Values of stored enums; a row stores the position of its value. These lists are append-only, like the lists in schema/stored-enums.json.
export const decisions = ["RELEASED", "DECLINED"] as const;
export const grantTasks = ["ISSUE", "EXPIRE", "RESTORE"] as const;
/** Delivery of a discount code: the shared code, a unique code, or an alias from the pool. */
export const deliveries = ["SHARED", "UNIQUE", "POOL"] as const;
/** Kinds of ledger entries. The account of a counter entry is the kind's position plus 1. */
export const bookings = ["ISSUED", "EXPIRED", "REVERSED", "SPENT"] as const;

export type Delivery = (typeof deliveries)[number];
export type Booking = (typeof bookings)[number];
export type Decision = (typeof decisions)[number];
