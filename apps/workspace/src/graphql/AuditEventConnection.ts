import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { AuditEventConnectionResolvers } from "../generated/types.js";

export const AuditEventConnection: AuditEventConnectionResolvers = { ...connectionResolvers };
