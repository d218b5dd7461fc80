import { discountCodeUpdated, partnerAdded } from "@offergraph/shared/contracts/events/discounts";
import { readRecords } from "../../db/discount-codes.js";
import { insertPartner, updatePartnerOf } from "../../db/partners.js";
import type { PartnerRow } from "../../db/rows.js";
import { eventDataOf } from "../codes/event-data.js";
import { lockCodesByRef } from "../codes/lock-codes.js";
import type { CodeWrite } from "../codes/write.js";

/** Adds a partner and emits an event. Throws an Error if the handle is taken. */
export async function addPartner(write: CodeWrite, { name, handle }: { name: string; handle: string | null }): Promise<PartnerRow> {
  const partner = await insertPartner(write, { name, handle });
  if (!partner) throw new Error(`Another partner in this workspace has the handle @${handle} (case is ignored).`);
  write.emit(partnerAdded, partner.rowId, { rowId: partner.rowId, name, handle });
  return partner;
}

/** Sets the partner of codes (null removes it); returns the ids of the changed codes. */
export async function assignPartner(write: CodeWrite, partnerId: string | null, refs: readonly string[]): Promise<string[]> {
  const codes = await lockCodesByRef(write, refs);
  const changed = codes.filter((code) => code.partnerId !== partnerId).map(({ rowId }) => rowId);
  await updatePartnerOf(write, changed, partnerId);
  for (const record of await readRecords(write.read, changed))
    write.emit(discountCodeUpdated, record.rowId, { ...eventDataOf(record), changed: ["partnerId", "updatedAt"] });
  return changed;
}
