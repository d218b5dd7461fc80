import { addLookUpError } from "@offergraph/shared/errors/look-up-error";
import type { Ref } from "@offergraph/shared/schema/ref";
import { lockIncentiveMeant } from "../../db/incentives.js";
import type { IncentiveRow } from "../../db/rows.js";
import type { IncentiveWrite } from "./write.js";

/** Locks the incentive that the input refers to until the transaction ends. Adds a violation and returns undefined if there is none. */
export async function incentiveToChange(write: IncentiveWrite, ref: Ref): Promise<IncentiveRow | undefined> {
  const path = ["input", "incentiveId"];
  // A value that failed validation may not be valid in the database.
  if (write.violations.has(path)) return undefined;
  const { row, fault } = await lockIncentiveMeant(write.read, ref);
  if (fault) addLookUpError(write.violations, path, fault, "incentive");
  return row;
}
