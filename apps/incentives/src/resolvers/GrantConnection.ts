import { connectionResolvers } from "@offergraph/shared/filters/connection";
import type { GrantConnectionResolvers } from "../generated/types.js";

export const GrantConnection: GrantConnectionResolvers = { ...connectionResolvers };
