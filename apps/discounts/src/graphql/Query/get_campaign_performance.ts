import { campaignIdOf } from "../../services/campaigns/find-campaign.js";
import type { QueryField } from "../context.js";
import { performanceById } from "../loaders.js";

export const get_campaign_performance: QueryField<"get_campaign_performance"> = async (_source, { campaignId }, context) => {
  const id = await campaignIdOf(context.read, campaignId);
  return id === undefined ? null : performanceById(context, id);
};
