import { campaignListed } from "@offergraph/shared/contracts/events/discounts";
import { lockNextCampaign, readCodeIdsOfCampaign } from "../../db/campaigns.js";
import type { Tx } from "../../tx.js";

const maxCodes = 1000;

/**
 * Emits the ids of the next campaign's discount codes. Locks the campaign, so that the campaign's events are in the same order as the
 * changes.
 */
export async function listCampaignCodes(tx: Tx<typeof campaignListed>, after: string): Promise<string | null> {
  const campaignId = await lockNextCampaign(tx, after);
  if (campaignId === undefined) return null;
  const ids = await readCodeIdsOfCampaign(tx, campaignId);
  for (let start = 0; start < ids.length; start += maxCodes)
    tx.emit(campaignListed, campaignId, { campaignId, discountCodeIds: ids.slice(start, start + maxCodes) });
  return campaignId;
}
