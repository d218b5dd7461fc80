import { connectionResolvers } from "@offergraph/shared/filters/connection";
import type { DiscountChangeConnectionResolvers } from "../generated/types.js";

export const DiscountChangeConnection: DiscountChangeConnectionResolvers = connectionResolvers;
