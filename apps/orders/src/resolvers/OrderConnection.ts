import { connectionResolvers } from "@offergraph/shared/filters/connection";
import type { OrderConnectionResolvers } from "../generated/types.js";

export const OrderConnection: OrderConnectionResolvers = { ...connectionResolvers };
