import { campaignAssigned, campaignDeleted, campaignListed, campaignUnassigned } from "@offergraph/shared/contracts/events/discounts";
import { deleteCampaign, deleteCampaignCodes, insertCampaignCodes } from "../db/campaign-codes.js";
import { defineConsumer } from "../tx.js";

/**
 * Stores the discount codes of campaigns. The consumer is separate from `keep-discounts`, because NATS sends older events only to a new
 * consumer.
 */
export const keepCampaigns = defineConsumer({
  name: "keep-campaigns",
  events: [campaignAssigned, campaignListed, campaignUnassigned, campaignDeleted],
  emits: [],
  handle(tx, event) {
    if (event.type === campaignDeleted.subject) return deleteCampaign(tx, event.data.rowId);
    const { campaignId, discountCodeIds } = event.data;
    return event.type === campaignUnassigned.subject
      ? deleteCampaignCodes(tx, campaignId, discountCodeIds)
      : insertCampaignCodes(tx, campaignId, discountCodeIds);
  },
});
