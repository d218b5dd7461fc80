import type { FormResponseStatus, FormStatus } from "../generated/types.js";

export { valueOfRank } from "@offergraph/shared/schema/ranks";

// The values of enums in their declared order: the database stores a value's place in it, so that it compares as declared.
export const formStatuses = ["DRAFT", "READY", "PUBLISHED", "ARCHIVED"] as const satisfies readonly FormStatus[];
export const responseStatuses = ["COMPLETE", "INCOMPLETE", "SKIPPED"] as const satisfies readonly FormResponseStatus[];
/** The states of grants, which incentives own, in the order that incentives declare: none leads to an earlier one. */
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
