import type { CampaignResolvers } from "../generated/types.js";
import { campaignById } from "./loaders.js";

export const Campaign: CampaignResolvers = {
  __resolveReference: ({ rowId }, context) => campaignById(context, rowId),
};
