import type { CheckoutStage, CheckoutStatus, OrderFinancialStatus, OrderFulfillmentStatus, OrderStatus } from "../generated/types.js";

// The values of enums in their declared order: the database stores a value's place in it, so that it compares as declared.
export const orderStatuses = ["ARCHIVED", "CANCELLED", "CLOSED", "FRAUD", "OPEN", "PENDING"] as const satisfies readonly OrderStatus[];
export const financialStatuses = [
  "AUTHORIZED",
  "PAID",
  "PARTIALLY_PAID",
  "PARTIALLY_REFUNDED",
  "PENDING",
  "REFUNDED",
  "VOIDED",
] as const satisfies readonly OrderFinancialStatus[];
export const fulfillmentStatuses = [
  "FULFILLED",
  "INCOMPLETE",
  "NOT_APPLICABLE",
  "OPEN",
  "PARTIALLY_FULFILLED",
  "PENDING",
  "RESTOCKED",
  "SCHEDULED",
] as const satisfies readonly OrderFulfillmentStatus[];
export const checkoutStages = ["CART", "CHECKOUT"] as const satisfies readonly CheckoutStage[];
export const checkoutStatuses = ["ABANDONED", "CONVERTED", "OPEN"] as const satisfies readonly CheckoutStatus[];

/** The outcomes of responses, which forms own, in the order that forms declare. */
export const responseStatuses = ["COMPLETE", "INCOMPLETE", "SKIPPED"] as const;
