import { campaignAdded, campaignAssigned } from "@offergraph/shared/contracts/events/discounts";
import { insertCampaign, insertCampaignCodes } from "../../db/campaigns.js";
import { idsOf } from "../../db/rows.js";
import type { Tx } from "../../tx.js";
import { lockCodesByRef } from "../codes/find-code.js";

export async function addCampaign(tx: Tx<typeof campaignAdded>, name: string): Promise<string> {
  const rowId = await insertCampaign(tx, name);
  if (rowId === undefined) throw new Error(`This workspace already has a campaign "${name}".`);
  tx.emit(campaignAdded, rowId, { rowId, createdAt: tx.now.toISOString(), name });
  return rowId;
}

export async function assignCampaign(tx: Tx<typeof campaignAssigned>, campaignId: string, refs: readonly string[]): Promise<string[]> {
  const codes = await lockCodesByRef(tx, refs);
  const discountCodeIds = await insertCampaignCodes(tx, campaignId, idsOf(codes));
  if (discountCodeIds.length > 0) tx.emit(campaignAssigned, campaignId, { campaignId, discountCodeIds });
  return discountCodeIds;
}
