import type { discountCodeUpdated, tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { overrideScheduledStatus, updateCode } from "../../db/change-codes.js";
import { queueAvailability, readRecord } from "../../db/discount-codes.js";
import { deleteNames, insertNames, readNames } from "../../db/names.js";
import { markPushesPending, writePlacements } from "../../db/placements.js";
import type { DiscountCodeRecord } from "../../db/rows.js";
import { writeTagColors } from "../../db/tags.js";
import { affectsStores, changedFields, changedNames } from "../../domain/changes.js";
import type { Patch } from "../../domain/fields.js";
import { addTaken, type Name } from "../../domain/names.js";
import { latest, statusToStore } from "../../domain/transitions.js";
import type { Db, MutationTx } from "../../tx.js";
import type { Prepared } from "./create-code.js";
import { type ChangedField, emitRecolored, emitUpdated, fieldsOf } from "./events.js";

/**
 * Applies a prepared change. The caller must have locked the code. Throws if the transaction has errors. Does nothing if no field changes.
 */
export async function changeCode(
  tx: MutationTx<typeof discountCodeUpdated | typeof tagRecolored>,
  current: DiscountCodeRecord,
  { patch: given, tags, names, placements, connections }: Prepared,
): Promise<DiscountCodeRecord> {
  tx.check();
  const { rowId } = current;
  const patch = withStartedStatus(tx, current, given);
  const fields = changedFields(fieldsOf(current), patch);
  if (fields.includes("code") || fields.includes("aliasedCodes"))
    for (const name of await replaceNames(tx, rowId, names)) addTaken(name, tx.errors);
  tx.check();
  if (tags) emitRecolored(tx, await writeTagColors(tx, tags));
  const placed = await writePlacements(tx, rowId, placements, { existing: current.placements, connections });
  const changed: ChangedField[] = fields.map((field) => (field === "tagNames" ? "tags" : field));
  if (placed) changed.push("placements");
  if (affectsStores(fields)) await markPushesPending(tx, { discountCodeId: { in: [rowId] } });
  if (patch.status && !fields.includes("status")) await overrideScheduledStatus(tx, [rowId]);
  if (changed.length > 0) await updateCode(tx, rowId, Object.fromEntries(fields.map((field) => [field, patch[field]])));
  if (fields.includes("usageLimit") || fields.includes("aliasedCodes")) await queueAvailability(tx, [rowId]);
  const record = await readRecord(tx.sql, rowId);
  if (changed.length > 0) emitUpdated(tx, record, [...changed, "updatedAt"]);
  return record;
}

async function replaceNames(tx: Db, discountCodeId: string, names: readonly Name[]): Promise<Name[]> {
  const { removed, added } = changedNames(await readNames(tx.sql, discountCodeId), names);
  const keys = removed.map(({ key }) => key);
  await deleteNames(tx, keys);
  const owned = added.map((name) => ({ ...name, discountCodeId }));
  return insertNames(tx, owned);
}

function withStartedStatus({ now }: Db, current: DiscountCodeRecord, patch: Patch): Patch {
  if (patch.status === undefined && patch.startAt === undefined) return patch;
  const { status, startAt } = { ...fieldsOf(current), ...patch };
  const stored = statusToStore(status, startAt, latest(now, current));
  return stored === status ? patch : { ...patch, status: stored };
}
