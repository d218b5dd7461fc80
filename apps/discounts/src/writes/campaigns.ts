import { campaignAdded, campaignAssigned } from "@offergraph/shared/events/catalog/discounts";
import { insertCampaign, insertCampaignCodes } from "../data/campaigns.js";
import type { CampaignRow } from "../data/rows.js";
import { lockCodesByRef } from "./lock-codes.js";
import type { CodeWrite } from "./write.js";

/** Adds a campaign and tells of it. Throws an Error when there is one of this name. */
export async function addCampaign(write: CodeWrite, name: string): Promise<CampaignRow> {
  const campaign = await insertCampaign(write, name);
  if (!campaign) throw new Error(`There is a campaign "${name}" in this workspace already.`);
  const { rowId, createdAt } = campaign;
  write.emit(campaignAdded, rowId, { rowId, createdAt, name });
  return campaign;
}

/** Puts codes into a campaign; returns the ids of those that were not in it. */
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
