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

// Values of stored enums. A row stores the position of its value in the list. Append new values to the end of the list, both here and in
// schema/stored-enums.json.
export const decisions = ["RELEASED", "DECLINED"] as const;
export const grantTasks = ["ISSUE", "EXPIRE", "RESTORE"] as const;
/** Deliveries: the shared code itself, a unique code, or an alias from the code's pool. */
export const deliveries = ["SHARED", "UNIQUE", "POOL"] as const;
/** Kinds of ledger entries. Account number of a counter entry: the kind's ordinal plus 1. */
export const bookings = ["ISSUED", "EXPIRED", "REVERSED", "SPENT"] as const;

export type Delivery = (typeof deliveries)[number];
export type Booking = (typeof bookings)[number];
export type Decision = (typeof decisions)[number];
