import { connectionResolvers } from "@offergraph/shared/filters/connection";
import type { CheckoutConnectionResolvers } from "../generated/types.js";

export const CheckoutConnection: CheckoutConnectionResolvers = { ...connectionResolvers };
