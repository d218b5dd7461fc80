import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { campaignUpdated } from "@offergraph/shared/contracts/events/discounts";
import { readCampaignFields } from "../../domain/campaigns.js";
import { changeCampaign, checkCampaignName } from "../../services/campaigns/campaigns.js";
import { lockCampaignOfRef } from "../../services/campaigns/find-campaign.js";
import { type MutationField, mutation } from "../../tx.js";

export const update_campaign: MutationField<"update_campaign"> = mutation({ emits: [campaignUpdated] }, async (tx, { input }) => {
  const fields = readCampaignFields(input, ["input"], tx.errors);
  const campaign = await lockCampaignOfRef(tx, input.campaignId, ["input", "campaignId"]);
  await checkCampaignName(tx, fields.name, campaign?.rowId);
  return campaign ? { campaign: await changeCampaign(tx, campaign, fields) } : throwUserErrors(tx);
});
