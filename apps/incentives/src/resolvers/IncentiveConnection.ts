import { connectionResolvers } from "@offergraph/shared/filters/connection";
import type { IncentiveConnectionResolvers } from "../generated/types.js";

export const IncentiveConnection: IncentiveConnectionResolvers = { ...connectionResolvers };
