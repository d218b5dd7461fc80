import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { PartnerConnectionResolvers } from "../generated/types.js";

export const PartnerConnection: PartnerConnectionResolvers = { ...connectionResolvers };
