import { campaignIdOf } from "../../services/campaigns/find-campaign.js";
import type { QueryField } from "../context.js";
import { campaignById } from "../loaders.js";

export const get_campaign: QueryField<"get_campaign"> = async (_source, { campaignId }, context) => {
  const id = await campaignIdOf(context.read, campaignId);
  return id === undefined ? null : campaignById(context, id);
};
