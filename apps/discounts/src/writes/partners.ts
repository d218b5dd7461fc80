import { discountCodeUpdated, partnerAdded } from "@offergraph/shared/events/catalog/discounts";
import { readRecords } from "../data/discount-codes.js";
import { insertPartner, updatePartnerOf } from "../data/partners.js";
import type { PartnerRow } from "../data/rows.js";
import { eventDataOf } from "../events/publish.js";
import { lockCodesByRef } from "./lock-codes.js";
import type { CodeWrite } from "./write.js";

/** Adds a partner and tells of it. Throws an Error when another one has the handle. */
export async function addPartner(write: CodeWrite, { name, handle }: { name: string; handle: string | null }): Promise<PartnerRow> {
  const partner = await insertPartner(write, { name, handle });
  if (!partner) throw new Error(`Another partner of the workspace has the handle @${handle}, whatever the case.`);
  write.emit(partnerAdded, partner.rowId, { rowId: partner.rowId, name, handle });
  return partner;
}

/** Gives codes to a partner, or with null to none; returns the ids of those that were not its own. */
export async function assignPartner(write: CodeWrite, partnerId: string | null, refs: readonly string[]): Promise<string[]> {
  const codes = await lockCodesByRef(write, refs);
  const changed = codes.filter((code) => code.partnerId !== partnerId).map(({ rowId }) => rowId);
  await updatePartnerOf(write, changed, partnerId);
  for (const record of await readRecords(write.read, changed))
    write.emit(discountCodeUpdated, record.rowId, { ...eventDataOf(record), changed: ["partnerId", "updatedAt"] });
  return changed;
}
