import { discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { newId } from "@offergraph/shared/time/ids";
import { readNameOwners, readRecords } from "../../db/discount-codes.js";
import { insertCodes } from "../../db/write-code.js";
import { insertNames } from "../../db/write-names.js";
import { namesOf } from "../../domain/names.js";
import { statusToStore } from "../../domain/transitions.js";
import { eventDataOf } from "../codes/event-data.js";
import type { CodeWrite } from "../codes/write.js";
import type { ReadRow } from "./row.js";
import { statusAt } from "./values.js";

/** Another transaction took a name of the batch after the lookup; retry the batch. */
export class NameTaken extends Error {}

/**
 * Writes valid rows with names, scheduled status changes and events, in bulk statements. Skips rows whose code exists as a code or alias
 * (case is ignored). Returns the number of created codes.
 */
export async function writeBatch(write: CodeWrite, rows: readonly ReadRow[]): Promise<number> {
  const owners = await readNameOwners(
    write.read,
    rows.map(({ fields }) => nameKey(fields.code)),
  );
  const codes = rows
    .filter(({ fields }) => !owners.has(nameKey(fields.code)))
    .map(({ fields, status = statusAt(write.now, fields), usageCount }) => ({
      ...{ rowId: newId(), createdBy: "IMPORTED" as const, usageCount },
      fields: { ...fields, status: statusToStore(status, fields.startAt, write.now.toISOString()) },
    }));
  if (codes.length === 0) return 0;
  await insertCodes(write, codes);
  const names = codes.flatMap(({ rowId, fields }) =>
    namesOf(fields, fields, [], write.violations).map((name) => ({ ...name, discountCodeId: rowId })),
  );
  if ((await insertNames(write, names)).length > 0) throw new NameTaken();
  const records = await readRecords(
    write.read,
    codes.map(({ rowId }) => rowId),
  );
  for (const record of records) write.emit(discountCodeCreated, record.rowId, eventDataOf(record));
  return codes.length;
}
