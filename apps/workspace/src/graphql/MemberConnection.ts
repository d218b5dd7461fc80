import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { MemberConnectionResolvers } from "../generated/types.js";

export const MemberConnection: MemberConnectionResolvers = { ...connectionResolvers };
