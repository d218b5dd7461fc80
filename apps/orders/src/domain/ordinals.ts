export {
  checkoutStage as checkoutStages,
  checkoutStatus as checkoutStatuses,
  orderFinancialStatus as financialStatuses,
  orderFulfillmentStatus as fulfillmentStatuses,
  orderStatus as orderStatuses,
} from "../generated/stored-enums.js";

// Values of stored enums. A row stores a value's position, so lists here and in schema/stored-enums.json are append-only.
/** Response outcomes, in the order declared by forms. */
export const responseStatuses = ["COMPLETE", "INCOMPLETE", "SKIPPED"] as const;
