import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { OrderConnectionResolvers } from "../generated/types.js";

export const OrderConnection: OrderConnectionResolvers = { ...connectionResolvers };
