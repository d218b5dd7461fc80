import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { ConnectionConnectionResolvers } from "../generated/types.js";

export const ConnectionConnection: ConnectionConnectionResolvers = { ...connectionResolvers };
