import { type discountCodeUpdated, partnerAdded } from "@offergraph/shared/contracts/events/discounts";
import { readRecords } from "../../db/discount-codes.js";
import { insertPartner, type NewPartner, updatePartnerOf } from "../../db/partners.js";
import { idsOf } from "../../db/rows.js";
import type { Tx } from "../../tx.js";
import { emitUpdated } from "../codes/events.js";
import { lockCodesByRef } from "../codes/find-code.js";

export async function addPartner(tx: Tx<typeof partnerAdded>, partner: NewPartner): Promise<string> {
  const rowId = await insertPartner(tx, partner);
  if (rowId === undefined) throw new Error(`Another partner in this workspace has the handle @${partner.handle} (case is ignored).`);
  tx.emit(partnerAdded, rowId, { rowId, ...partner });
  return rowId;
}

export async function assignPartner(
  tx: Tx<typeof discountCodeUpdated>,
  partnerId: string | null,
  refs: readonly string[],
): Promise<string[]> {
  const codes = await lockCodesByRef(tx, refs);
  const changed = idsOf(codes.filter((code) => code.partnerId !== partnerId));
  await updatePartnerOf(tx, changed, partnerId);
  for (const record of await readRecords(tx.sql, changed)) emitUpdated(tx, record, ["partnerId", "updatedAt"]);
  return changed;
}
