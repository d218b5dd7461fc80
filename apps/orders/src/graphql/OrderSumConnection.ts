import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { OrderSumConnectionResolvers } from "../generated/types.js";

export const OrderSumConnection: OrderSumConnectionResolvers = { ...connectionResolvers };
