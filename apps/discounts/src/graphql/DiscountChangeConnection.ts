import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { DiscountChangeConnectionResolvers } from "../generated/types.js";

export const DiscountChangeConnection: DiscountChangeConnectionResolvers = connectionResolvers;
