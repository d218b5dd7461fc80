import type { FormResponseStatus, FormStatus } from "../generated/types.js";

export { valueOfRank } from "@offergraph/shared/schema/ranks";

// Enum values in declared order: the database stores a value's position in its list, so that values sort as declared.
export const formStatuses = ["DRAFT", "READY", "PUBLISHED", "ARCHIVED"] as const satisfies readonly FormStatus[];
export const responseStatuses = ["COMPLETE", "INCOMPLETE", "SKIPPED"] as const satisfies readonly FormResponseStatus[];
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
