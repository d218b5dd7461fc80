import { campaignAdded, campaignAssigned } from "@offergraph/shared/contracts/events/discounts";
import { insertCampaign, insertCampaignCodes } from "../../db/campaigns.js";
import type { CampaignRow } from "../../db/rows.js";
import { lockCodesByRef } from "../codes/lock-codes.js";
import type { CodeWrite } from "../codes/write.js";

/** Adds a campaign and emits an event. Throws an Error if the name is taken. */
export async function addCampaign(write: CodeWrite, name: string): Promise<CampaignRow> {
  const campaign = await insertCampaign(write, name);
  if (!campaign) throw new Error(`This workspace already has a campaign "${name}".`);
  const { rowId, createdAt } = campaign;
  write.emit(campaignAdded, rowId, { rowId, createdAt, name });
  return campaign;
}

/** Adds codes to a campaign; returns the ids of the codes that were not in it. */
export async function assignCampaign(write: CodeWrite, campaignId: string, refs: readonly string[]): Promise<string[]> {
  const codes = await lockCodesByRef(write, refs);
  const discountCodeIds = await insertCampaignCodes(
    write,
    campaignId,
    codes.map(({ rowId }) => rowId),
  );
  if (discountCodeIds.length > 0) write.emit(campaignAssigned, campaignId, { campaignId, discountCodeIds });
  return discountCodeIds;
}
