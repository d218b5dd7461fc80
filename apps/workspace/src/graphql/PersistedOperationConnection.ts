import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { PersistedOperationConnectionResolvers } from "../generated/types.js";

export const PersistedOperationConnection: PersistedOperationConnectionResolvers = { ...connectionResolvers };
