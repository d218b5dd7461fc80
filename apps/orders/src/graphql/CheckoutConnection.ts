import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { CheckoutConnectionResolvers } from "../generated/types.js";

export const CheckoutConnection: CheckoutConnectionResolvers = { ...connectionResolvers };
