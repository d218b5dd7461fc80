import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { CampaignConnectionResolvers } from "../generated/types.js";

export const CampaignConnection: CampaignConnectionResolvers = { ...connectionResolvers };
