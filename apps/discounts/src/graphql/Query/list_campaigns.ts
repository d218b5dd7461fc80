import { readCampaignPage } from "../../db/campaigns.js";
import type { QueryField } from "../context.js";

export const list_campaigns: QueryField<"list_campaigns"> = (_source, given, context) => readCampaignPage(context, given);
