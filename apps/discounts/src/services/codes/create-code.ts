import { discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { noteAvailability } from "../../db/availability.js";
import { readRecords } from "../../db/discount-codes.js";
import type { DiscountCodeRecord } from "../../db/rows.js";
import { insertCodes } from "../../db/write-code.js";
import { insertNames } from "../../db/write-names.js";
import { writePlacements } from "../../db/write-placements.js";
import { writeTagColors } from "../../db/write-tags.js";
import type { DiscountCodeFields } from "../../domain/fields.js";
import { addTaken } from "../../domain/names.js";
import { statusToStore } from "../../domain/transitions.js";
import type { DiscountCodeCreatedBy } from "../../generated/types.js";
import { emitRecolored } from "./emit.js";
import { eventDataOf } from "./event-data.js";
import type { Prepared } from "./prepare.js";
import type { CodeWrite } from "./write.js";

/** Writes a new code that has been prepared, and leaves when anything is wrong with it; returns it as it then is. */
export async function createCode(
  write: CodeWrite,
  { tags, names, placements, connections }: Prepared,
  fields: DiscountCodeFields,
  createdBy: DiscountCodeCreatedBy = "SERVICE",
): Promise<DiscountCodeRecord> {
  write.check();
  const rowId = newId();
  const status = statusToStore(fields.status, fields.startAt, write.now.toISOString());
  await insertCodes(write, [{ rowId, fields: { ...fields, status }, createdBy }]);
  const given = names.map((name) => ({ ...name, discountCodeId: rowId }));
  for (const name of await insertNames(write, given)) addTaken(name, write.violations);
  write.check();
  // Some aliases may still belong to grants of another code, so not all of them are free.
  if (fields.aliasedCodes.length > 0) await noteAvailability(write, [rowId]);
  const recolored = tags ? await writeTagColors(write, tags) : [];
  await writePlacements(write, rowId, placements, { existing: [], connections });
  const [record] = await readRecords(write.read, [rowId]);
  if (!record) throw new Error(`Invariant violated: discount code ${rowId} not found after insert.`);
  write.emit(discountCodeCreated, rowId, eventDataOf(record));
  emitRecolored(write, recolored);
  return record;
}
