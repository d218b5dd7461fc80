import { discountCodeUpdated, tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { z } from "zod";
import { completeRecords } from "../../db/discount-codes.js";
import type { DiscountCodeRecord, DiscountCodeRow } from "../../db/rows.js";
import type { Recolored } from "../../db/tags.js";
import type { DiscountCodeFields } from "../../domain/fields.js";
import { creators, statuses, valueKinds } from "../../domain/ordinals.js";
import type { Tx } from "../../tx.js";

export type ChangedField = z.infer<(typeof discountCodeUpdated)["data"]>["changed"][number];

export function eventDataOf(record: DiscountCodeRecord) {
  const { workspaceId, aliasCount, tagNames, placements, ...rest } = record;
  return {
    ...rest,
    valueKind: valueOfOrdinal(valueKinds, record.valueKind),
    valuePercent: fromScaled(record.valuePercent),
    valueAmount: fromScaled(record.valueAmount),
    status: valueOfOrdinal(statuses, record.status),
    createdBy: valueOfOrdinal(creators, record.createdBy),
    placements: placements.map(({ rowId, connectionId }) => ({ placementId: rowId, connectionId })),
  };
}

export function fieldsOf(record: DiscountCodeRecord): DiscountCodeFields {
  const { tags, placements, ...fields } = eventDataOf(record);
  return { ...fields, tagNames: record.tagNames };
}

export function emitUpdated(tx: Tx<typeof discountCodeUpdated>, record: DiscountCodeRecord, changed: ChangedField[]): void {
  tx.emit(discountCodeUpdated, record.rowId, { ...eventDataOf(record), changed });
}

export async function emitAllUpdated(
  tx: Tx<typeof discountCodeUpdated>,
  codes: readonly DiscountCodeRow[],
  changed: ChangedField[],
): Promise<DiscountCodeRecord[]> {
  const records = await completeRecords(tx.sql, codes);
  for (const record of records) emitUpdated(tx, record, changed);
  return records;
}

export function emitRecolored(tx: Tx<typeof tagRecolored>, recolored: readonly Recolored[]): void {
  for (const tag of recolored) tx.emit(tagRecolored, tag.name, tag);
}
