export {
  checkoutStage as checkoutStages,
  checkoutStatus as checkoutStatuses,
  orderFinancialStatus as financialStatuses,
  orderFulfillmentStatus as fulfillmentStatuses,
  orderStatus as orderStatuses,
} from "../generated/stored-enums.js";

// Values of stored enums: a row stores a value's position. Lists here are append-only, like those of schema/stored-enums.json.
/** Response outcomes, in the order declared by forms. */
export const responseStatuses = ["COMPLETE", "INCOMPLETE", "SKIPPED"] as const;
