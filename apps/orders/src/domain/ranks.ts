import type { CheckoutStage, CheckoutStatus, OrderFinancialStatus, OrderFulfillmentStatus, OrderStatus } from "../generated/types.js";

// Enum values in declared order. The database stores the position, so that comparisons follow that order.
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

/** Response outcomes, in the order declared by forms. */
export const responseStatuses = ["COMPLETE", "INCOMPLETE", "SKIPPED"] as const;
