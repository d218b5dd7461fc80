import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { CustomerConnectionResolvers } from "../generated/types.js";

export const CustomerConnection: CustomerConnectionResolvers = { ...connectionResolvers };
