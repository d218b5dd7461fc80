import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { FormConnectionResolvers } from "../generated/types.js";

export const FormConnection: FormConnectionResolvers = { ...connectionResolvers };
