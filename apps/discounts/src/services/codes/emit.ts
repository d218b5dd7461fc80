import { discountCodeUpdated, tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { completeRecords } from "../../db/discount-codes.js";
import type { DiscountCodeRecord, DiscountCodeRow } from "../../db/rows.js";
import type { Recolored } from "../../db/write-tags.js";
import { type ChangedField, eventDataOf } from "./event-data.js";
import type { CodeWrite } from "./write.js";

export function emitRecolored(write: CodeWrite, recolored: readonly Recolored[]): void {
  for (const tag of recolored) write.emit(tagRecolored, tag.name, tag);
}

/** Emits discount_code.updated for each code; returns the complete records. */
export async function emitChanged(
  write: CodeWrite,
  codes: readonly DiscountCodeRow[],
  changed: ChangedField[],
): Promise<DiscountCodeRecord[]> {
  const records = await completeRecords(write.read, codes);
  for (const record of records) write.emit(discountCodeUpdated, record.rowId, { ...eventDataOf(record), changed });
  return records;
}
