import { isDeepStrictEqual } from "node:util";
import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { incentiveUpdated } from "@offergraph/shared/contracts/events/incentives";
import { addLookUpError } from "@offergraph/shared/errors/look-up-error";
import type { Ref } from "@offergraph/shared/schema/ref";
import { noteCheck } from "../../db/incentive-checks.js";
import { lockIncentiveMeant, readWritten, updateIncentive } from "../../db/incentives.js";
import type { IncentiveRow } from "../../db/rows.js";
import { readRules } from "../../db/rules.js";
import type { IncentiveFields } from "../../domain/fields.js";
import type { MutationTx, Tx } from "../../tx.js";
import { fieldsOf, incentiveDataOf } from "./incentive-data.js";

/** Locks the incentive that the input refers to until the transaction ends. If the incentive does not exist, throws the userErrors, which ends the mutation. */
export async function lockIncentive(tx: MutationTx, ref: Ref): Promise<IncentiveRow> {
  const path = ["input", "incentiveId"];
  // A value that failed validation may not be valid in the database.
  if (tx.errors.has(path)) return throwUserErrors(tx);
  const { row, fault } = await lockIncentiveMeant(tx, ref);
  if (fault) addLookUpError(tx.errors, path, fault, "incentive");
  return row ?? throwUserErrors(tx);
}

type UpdateTx = Tx<typeof incentiveUpdated>;

/** Writes the changed fields of a locked incentive and emits the event. Does nothing if no field changes. */
export async function changeIncentive(tx: UpdateTx, incentive: IncentiveRow, patch: Partial<IncentiveFields>): Promise<IncentiveRow> {
  const before = fieldsOf(incentive);
  const changed = (Object.keys(patch) as (keyof IncentiveFields)[]).filter((key) => !isDeepStrictEqual(patch[key], before[key]));
  if (changed.length === 0) return incentive;
  await updateIncentive(tx, incentive, Object.fromEntries(changed.map((key) => [key, patch[key]])));
  return emitUpdated(tx, incentive.rowId, changed);
}

/** Reads a changed incentive and emits incentive.updated with the changed fields. */
export async function emitUpdated(tx: UpdateTx, rowId: string, changed: (keyof IncentiveFields | "rules")[]): Promise<IncentiveRow> {
  const incentive = await readWritten(tx, rowId);
  if (changed.includes("rules") || changed.includes("status")) await noteCheck(tx, rowId);
  const rules = await readRules(tx.sql, rowId);
  tx.emit(incentiveUpdated, rowId, { ...incentiveDataOf(incentive, rules), changed: [...changed, "updatedAt"] });
  return incentive;
}
