import { readCampaignsOf } from "../../db/campaigns.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_campaigns: NonNullable<QueryResolvers["get_discount_campaigns"]> = (_source, { id, first }, context) =>
  readCampaignsOf(context.read, id, first ?? 100);
