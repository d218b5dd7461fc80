import { campaignAdded } from "@offergraph/shared/contracts/events/discounts";
import { readCampaignFields } from "../../domain/campaigns.js";
import { addCampaign } from "../../services/campaigns/campaigns.js";
import { type MutationField, mutation } from "../../tx.js";

export const create_campaign: MutationField<"create_campaign"> = mutation({ emits: [campaignAdded] }, async (tx, { input }) => {
  const { name = input.name, startsAt = null, endsAt = null, note = null } = readCampaignFields(input, ["input"], tx.errors);
  return { campaign: await addCampaign(tx, { name, startsAt, endsAt, note }) };
});
