import { connectionResolvers } from "@offergraph/shared/filters/connection";
import type { FormConnectionResolvers } from "../generated/types.js";

export const FormConnection: FormConnectionResolvers = { ...connectionResolvers };
