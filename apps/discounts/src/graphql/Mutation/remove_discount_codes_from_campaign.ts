import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { campaignUnassigned } from "@offergraph/shared/contracts/events/discounts";
import { unassignCampaign } from "../../services/campaigns/campaigns.js";
import { lockCampaignOfRef } from "../../services/campaigns/find-campaign.js";
import { lockCodesOfRefs } from "../../services/codes/find-code.js";
import { type MutationField, mutation } from "../../tx.js";

export const remove_discount_codes_from_campaign: MutationField<"remove_discount_codes_from_campaign"> = mutation(
  { emits: [campaignUnassigned] },
  async (tx, { input }) => {
    const campaign = await lockCampaignOfRef(tx, input.campaignId, ["input", "campaignId"], "SHARE");
    const codes = await lockCodesOfRefs(tx, input.discountCodeIds, ["input", "discountCodeIds"]);
    if (!campaign) return throwUserErrors(tx);
    tx.check();
    return { discountCodes: await unassignCampaign(tx, campaign.rowId, codes) };
  },
);
