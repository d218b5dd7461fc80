import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { campaignAssigned } from "@offergraph/shared/contracts/events/discounts";
import { assignCampaign } from "../../services/campaigns/campaigns.js";
import { lockCampaignOfRef } from "../../services/campaigns/find-campaign.js";
import { lockCodesOfRefs } from "../../services/codes/find-code.js";
import { type MutationField, mutation } from "../../tx.js";

export const assign_discount_codes_to_campaign: MutationField<"assign_discount_codes_to_campaign"> = mutation(
  { emits: [campaignAssigned] },
  async (tx, { input }) => {
    const campaign = await lockCampaignOfRef(tx, input.campaignId, ["input", "campaignId"], "SHARE");
    const codes = await lockCodesOfRefs(tx, input.discountCodeIds, ["input", "discountCodeIds"]);
    if (!campaign) return throwUserErrors(tx);
    tx.check();
    return { discountCodes: await assignCampaign(tx, campaign.rowId, codes) };
  },
);
