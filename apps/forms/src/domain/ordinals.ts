export { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
export {
  formResponseStatus as responseStatuses,
  formStatus as formStatuses,
} from "../generated/stored-enums.js";

// Values of stored enums. Rows store a value's position, so add new values only at the end, here and in schema/stored-enums.json.
/**
 * Grant states in the order in which the incentives service declares them. If two versions of a grant have the same `updatedAt`, the later
 * state in this list is newer.
 */
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
] as const;
