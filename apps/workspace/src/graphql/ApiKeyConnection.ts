import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { ApiKeyConnectionResolvers } from "../generated/types.js";

export const ApiKeyConnection: ApiKeyConnectionResolvers = { ...connectionResolvers };
