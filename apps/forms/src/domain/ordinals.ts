export { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
export {
  formResponseStatus as responseStatuses,
  formStatus as formStatuses,
} from "../generated/stored-enums.js";

// Values of stored enums: a row stores a value's position. Lists here are append-only, like those of schema/stored-enums.json.
/** Grant states in the order that incentives, their owner, declares. A grant never returns to an earlier state. */
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
