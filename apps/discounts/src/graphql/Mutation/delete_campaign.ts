import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { campaignDeleted } from "@offergraph/shared/contracts/events/discounts";
import { deleteCampaign } from "../../services/campaigns/campaigns.js";
import { lockCampaignOfRef } from "../../services/campaigns/find-campaign.js";
import { type MutationField, mutation } from "../../tx.js";

export const delete_campaign: MutationField<"delete_campaign"> = mutation({ emits: [campaignDeleted] }, async (tx, { input }) => {
  const campaign = await lockCampaignOfRef(tx, input.campaignId, ["input", "campaignId"]);
  if (!campaign) return throwUserErrors(tx);
  await deleteCampaign(tx, campaign);
  return { deletedId: campaign.rowId };
});
