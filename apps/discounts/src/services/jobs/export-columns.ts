import type { ExportedRecord } from "@offergraph/service/long-jobs/export-format";
import type { DiscountCodeRecord } from "../../db/rows.js";
import { eventDataOf } from "../codes/events.js";

export const discountCodeColumns = [
  ...["rowId", "createdAt", "updatedAt", "code", "aliasedCodes", "title", "displayName", "valueKind", "valuePercent", "valueAmount"],
  ...[
    "usageLimit",
    "usageCount",
    "startAt",
    "endsAt",
    "oneTimePurchase",
    "status",
    "isPublic",
    "publicTier",
    "origin",
    "createdBy",
    "tags",
  ],
  ...["partnerId", "connectionIds"],
];

export function exportedCode(record: DiscountCodeRecord): ExportedRecord {
  const { aliasedCodes, placements, ...fields } = eventDataOf(record);
  return {
    ...fields,
    aliasedCodes: aliasedCodes.map(({ code }) => code),
    connectionIds: placements.map(({ connectionId }) => connectionId),
  };
}
