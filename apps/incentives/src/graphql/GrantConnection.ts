import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { GrantConnectionResolvers } from "../generated/types.js";

export const GrantConnection: GrantConnectionResolvers = { ...connectionResolvers };
