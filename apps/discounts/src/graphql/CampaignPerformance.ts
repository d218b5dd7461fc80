import type { CampaignPerformanceResolvers } from "../generated/types.js";
import { campaignById, performanceById } from "./loaders.js";

export const CampaignPerformance: CampaignPerformanceResolvers = {
  __resolveReference: ({ rowId }, context) => performanceById(context, rowId),
  campaign: ({ rowId }, _given, context) => campaignById(context, rowId),
  discountCodeCount: ({ discountCodeIds }) => discountCodeIds.length,
};
