import type { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { z } from "zod";
import type { DiscountCodeRecord } from "../../db/rows.js";
import type { DiscountCodeFields } from "../../domain/fields.js";
import { creators, statuses, valueKinds } from "../../domain/ranks.js";

/** A field name in `changed` of discount_code.updated. */
export type ChangedField = z.infer<(typeof discountCodeUpdated)["data"]>["changed"][number];

const decimal = (scaled: string | null) => (scaled === null ? null : fromScaled(scaled));

/** Returns a discount code as event data. */
export function eventDataOf(record: DiscountCodeRecord) {
  const { workspaceId, aliasCount, tagNames, placements, ...rest } = record;
  return {
    ...rest,
    valueKind: valueOfRank(valueKinds, record.valueKind),
    valuePercent: decimal(record.valuePercent),
    valueAmount: decimal(record.valueAmount),
    status: valueOfRank(statuses, record.status),
    createdBy: valueOfRank(creators, record.createdBy),
    placements: placements.map(({ rowId, connectionId }) => ({ placementId: rowId, connectionId })),
  };
}

/** Returns the client-written fields of a stored code. */
export function fieldsOf(record: DiscountCodeRecord): DiscountCodeFields {
  const { tags, placements, ...fields } = eventDataOf(record);
  return { ...fields, tagNames: record.tagNames };
}
