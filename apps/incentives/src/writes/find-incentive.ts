import { addLookUpFault } from "@offergraph/shared/errors/look-up";
import type { Ref } from "@offergraph/shared/schema/ref";
import { lockIncentiveMeant } from "../data/incentives.js";
import type { IncentiveRow } from "../data/rows.js";
import type { IncentiveWrite } from "./write.js";

/** The incentive that a mutation's input means, locked until the transaction ends; undefined, and a violation, when there is none. */
export async function incentiveToChange(write: IncentiveWrite, ref: Ref): Promise<IncentiveRow | undefined> {
  const path = ["input", "incentiveId"];
  // A text that the guard refuses may be one that the database does not take.
  if (write.violations.has(path)) return undefined;
  const { row, fault } = await lockIncentiveMeant(write.read, ref);
  if (fault) addLookUpFault(write.violations, path, fault, "incentive");
  return row;
}
