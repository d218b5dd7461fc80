import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { hasMoreCodes } from "../../db/campaigns.js";
import { campaignIdOf } from "../../services/campaigns/find-campaign.js";
import type { QueryField } from "../context.js";
import { performanceById } from "../loaders.js";

/** Maximum number of codes of a campaign. Other services receive the codes' ids and sum the orders with these codes. */
const maxCodes = 10_000;
const tooMany = "The campaign has more than 10,000 discount codes. To read the orders of one code, use get_discount_code_order_series.";

export const get_campaign_performance: QueryField<"get_campaign_performance"> = async (_source, { campaignId }, context) => {
  const id = await campaignIdOf(context.read, campaignId);
  if (id === undefined) return null;
  if (await hasMoreCodes(context.read, id, maxCodes)) throw new BadUserInput("campaignId", tooMany);
  return performanceById(context, id);
};
