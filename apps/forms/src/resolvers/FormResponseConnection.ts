import { connectionResolvers } from "@offergraph/shared/filters/connection";
import type { FormResponseConnectionResolvers } from "../generated/types.js";

export const FormResponseConnection: FormResponseConnectionResolvers = { ...connectionResolvers };
