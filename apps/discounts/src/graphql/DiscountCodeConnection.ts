import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { DiscountCodeConnectionResolvers } from "../generated/types.js";

export const DiscountCodeConnection: DiscountCodeConnectionResolvers = { ...connectionResolvers };
