import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { FormResponseConnectionResolvers } from "../generated/types.js";

export const FormResponseConnection: FormResponseConnectionResolvers = { ...connectionResolvers };
