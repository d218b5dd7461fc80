import { readCampaignsOf } from "../../db/campaigns.js";
import type { QueryField } from "../context.js";

export const get_discount_campaigns: QueryField<"get_discount_campaigns"> = (_source, { id, first }, context) =>
  readCampaignsOf(context.read, id, first ?? 100);
