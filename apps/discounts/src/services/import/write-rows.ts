import { discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import { Violations } from "@offergraph/shared/errors/user-error";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { newId } from "@offergraph/shared/time/ids";
import { completeRecords } from "../../db/discount-codes.js";
import { readNameOwners } from "../../db/names.js";
import type { DiscountCodeRecord } from "../../db/rows.js";
import { namesOf } from "../../domain/names.js";
import type { Tx } from "../../tx.js";
import { insertWithNames } from "../codes/create-code.js";
import { eventDataOf } from "../codes/events.js";
import type { ReadRow } from "./row.js";
import { statusAt } from "./values.js";

/** Thrown if another transaction saved a row's name after the lookup. The caller must retry the transaction. */
export class NameTaken extends Error {}

/**
 * Writes valid rows in bulk statements and returns the created codes. Skips a row if a code, alias or minted code with the same
 * name exists. Throws NameTaken.
 */
export async function writeRows(tx: Tx<typeof discountCodeCreated>, rows: readonly ReadRow[]): Promise<DiscountCodeRecord[]> {
  const keys = rows.map(({ fields }) => nameKey(fields.code));
  const owners = await readNameOwners(tx.sql, keys);
  const codes = rows
    .filter(({ fields }) => !owners.has(nameKey(fields.code)))
    .map(({ fields, status = statusAt(tx.now, fields), usageCount }) => ({
      ...{ rowId: newId(), createdBy: "IMPORTED" as const, usageCount, fields: { ...fields, status } },
    }));
  if (codes.length === 0) return [];
  const names = codes.flatMap(({ rowId, fields }) =>
    namesOf(fields, fields, [], new Violations()).map((name) => ({ ...name, discountCodeId: rowId })),
  );
  const { rows: inserted, taken } = await insertWithNames(tx, codes, names);
  if (taken.length > 0) throw new NameTaken();
  const records = await completeRecords(tx.sql, inserted, { havePlacements: false });
  for (const record of records) tx.emit(discountCodeCreated, record.rowId, eventDataOf(record));
  return records;
}
