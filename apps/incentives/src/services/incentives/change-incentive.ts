import { isDeepStrictEqual } from "node:util";
import { incentiveUpdated } from "@offergraph/shared/contracts/events/incentives";
import { noteCheck } from "../../db/incentive-checks.js";
import { readIncentives } from "../../db/incentives.js";
import type { IncentiveRow } from "../../db/rows.js";
import { readRules } from "../../db/rules.js";
import { updateIncentive } from "../../db/write-incentives.js";
import type { IncentiveFields } from "../../domain/fields.js";
import { fieldsOf, incentiveDataOf } from "./event-data.js";
import type { IncentiveWrite } from "./write.js";

/** Writes the changed fields of a locked incentive and emits the event. Does nothing if no field changes. */
export async function changeIncentive(
  write: IncentiveWrite,
  incentive: IncentiveRow,
  patch: Partial<IncentiveFields>,
): Promise<IncentiveRow> {
  const before = fieldsOf(incentive);
  const keys = (Object.keys(patch) as (keyof IncentiveFields)[]).filter((key) => !isDeepStrictEqual(patch[key], before[key]));
  const [first, ...rest] = keys;
  if (!first) return incentive;
  await updateIncentive(write, incentive, Object.fromEntries(keys.map((key) => [key, patch[key]])));
  return emitIncentive(write, incentive.rowId, [first, ...rest]);
}

/** Reads a changed incentive and emits incentive.updated with the changed fields. */
export async function emitIncentive(
  write: IncentiveWrite,
  rowId: string,
  changed: (keyof IncentiveFields | "rules")[],
): Promise<IncentiveRow> {
  const [incentive] = await readIncentives(write.read, [rowId]);
  if (!incentive) throw new Error(`Invariant violated: incentive ${rowId} not found under its lock.`);
  if (changed.includes("rules") || changed.includes("status")) await noteCheck(write, rowId);
  const rules = await readRules(write.read, rowId);
  write.emit(incentiveUpdated, rowId, { ...incentiveDataOf(incentive, rules), changed: [...changed, "updatedAt"] });
  return incentive;
}
