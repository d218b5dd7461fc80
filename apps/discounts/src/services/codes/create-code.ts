import { discountCodeCreated, type tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { insertCodes, type NewCode, readRecord } from "../../db/discount-codes.js";
import { type GivenName, insertNames } from "../../db/names.js";
import { writePlacements } from "../../db/placements.js";
import { type DiscountCodeRecord, idsOf } from "../../db/rows.js";
import { writeTagColors } from "../../db/tags.js";
import { queueAvailability, scheduleTransitions } from "../../db/work-lists.js";
import type { DiscountCodeFields } from "../../domain/fields.js";
import { addTaken } from "../../domain/names.js";
import { nextTransition, statusToStore } from "../../domain/transitions.js";
import type { Db, MutationTx } from "../../tx.js";
import { emitRecolored, eventDataOf } from "./events.js";
import type { Prepared } from "./prepare.js";

/** Writes a prepared new code and returns it. Throws the errors, if any. */
export async function createCode(
  tx: MutationTx<typeof discountCodeCreated | typeof tagRecolored>,
  { tags, names, placements, connections }: Prepared,
  fields: DiscountCodeFields,
): Promise<DiscountCodeRecord> {
  tx.check();
  const rowId = newId();
  const taken = await insertWithNames(
    tx,
    [{ rowId, fields, createdBy: "SERVICE" }],
    names.map((name) => ({ ...name, discountCodeId: rowId })),
  );
  for (const name of taken) addTaken(name, tx.errors);
  tx.check();
  // Some aliases may still belong to grants of another code, so not all of them are free.
  if (fields.aliasedCodes.length > 0) await queueAvailability(tx, [rowId]);
  const recolored = tags ? await writeTagColors(tx, tags) : [];
  await writePlacements(tx, rowId, placements, { existing: [], connections });
  const record = await readRecord(tx.sql, rowId);
  tx.emit(discountCodeCreated, rowId, eventDataOf(record));
  emitRecolored(tx, recolored);
  return record;
}

/** Inserts codes with the status that applies now, their transitions and names. Returns the names that are taken. */
export async function insertWithNames(tx: Db, codes: readonly NewCode[], names: readonly GivenName[]): Promise<GivenName[]> {
  const statusWrittenAt = tx.now.toISOString();
  const stored = codes.map(({ fields, ...code }) => {
    const status = statusToStore(fields.status, fields.startAt, statusWrittenAt);
    return { ...code, fields: { ...fields, status } };
  });
  await insertCodes(tx, stored);
  await scheduleTransitions(tx, idsOf(stored.filter(({ fields }) => nextTransition({ ...fields, statusWrittenAt }))));
  return insertNames(tx, names);
}
