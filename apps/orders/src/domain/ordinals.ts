export {
  checkoutStage as checkoutStages,
  checkoutStatus as checkoutStatuses,
  orderFinancialStatus as financialStatuses,
  orderFulfillmentStatus as fulfillmentStatuses,
  orderStatus as orderStatuses,
} from "../generated/stored-enums.js";

// Values of stored enums. A row stores a value's position. Append new values to the end of the lists, both here and in
// schema/stored-enums.json.
/** Statuses of form responses, in the order of the forms service. */
export const responseStatuses = ["COMPLETE", "INCOMPLETE", "SKIPPED"] as const;
