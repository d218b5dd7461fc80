import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { JobConnectionResolvers } from "../generated/types.js";

export const JobConnection: JobConnectionResolvers = { ...connectionResolvers };
