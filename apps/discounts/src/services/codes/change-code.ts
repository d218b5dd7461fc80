import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { noteAvailability } from "../../db/availability.js";
import { readRecords } from "../../db/discount-codes.js";
import type { DiscountCodeRecord } from "../../db/rows.js";
import { overrideScheduledStatus, updateCode } from "../../db/write-code.js";
import { replaceNames } from "../../db/write-names.js";
import { markPushesPending, writePlacements } from "../../db/write-placements.js";
import { writeTagColors } from "../../db/write-tags.js";
import { changedFields, concernsStores } from "../../domain/changes.js";
import type { Patch } from "../../domain/fields.js";
import { addTaken } from "../../domain/names.js";
import { latest, statusToStore } from "../../domain/transitions.js";
import { emitRecolored } from "./emit.js";
import { type ChangedField, eventDataOf, fieldsOf } from "./event-data.js";
import type { Prepared } from "./prepare.js";
import type { CodeWrite } from "./write.js";

/** Applies a prepared change to a locked code. Throws the violations, if any. Writes and emits nothing if nothing changes. */
export async function changeCode(
  write: CodeWrite,
  current: DiscountCodeRecord,
  { patch: given, tags, names, placements, connections }: Prepared,
): Promise<DiscountCodeRecord> {
  write.check();
  const { rowId } = current;
  const patch = withStartedStatus(write, current, given);
  const fields = changedFields(fieldsOf(current), patch);
  if (fields.includes("code") || fields.includes("aliasedCodes"))
    for (const name of await replaceNames(write, rowId, names)) addTaken(name, write.violations);
  write.check();
  const recolored = tags ? await writeTagColors(write, tags) : [];
  emitRecolored(write, recolored);
  const placed = await writePlacements(write, rowId, placements, { existing: current.placements, connections });
  const changed: ChangedField[] = fields.map((field) => (field === "tagNames" ? "tags" : field));
  if (placed) changed.push("placements");
  if (concernsStores(fields)) await markPushesPending(write, [rowId]);
  const [first, ...rest] = changed;
  if (patch.status && !fields.includes("status")) await overrideScheduledStatus(write, [rowId]);
  if (first) await updateCode(write, rowId, Object.fromEntries(fields.map((field) => [field, patch[field]])));
  if (fields.includes("usageLimit") || fields.includes("aliasedCodes")) await noteAvailability(write, [rowId]);
  const [record] = await readRecords(write.read, [rowId]);
  if (!record) throw new Error(`Invariant violated: discount code ${rowId} not found under its lock.`);
  if (first) write.emit(discountCodeUpdated, rowId, { ...eventDataOf(record), changed: [first, ...rest, "updatedAt"] });
  return record;
}

/** Adds the resulting status to a patch of the status or the start. */
function withStartedStatus({ now }: CodeWrite, current: DiscountCodeRecord, patch: Patch): Patch {
  if (patch.status === undefined && patch.startAt === undefined) return patch;
  const { status, startAt } = { ...fieldsOf(current), ...patch };
  const stored = statusToStore(status, startAt, latest(now, current));
  return stored === status ? patch : { ...patch, status: stored };
}
