import { connectionResolvers } from "@offergraph/service/filters/connection";
import type { CreditLedgerEntryConnectionResolvers } from "../generated/types.js";

export const CreditLedgerEntryConnection: CreditLedgerEntryConnectionResolvers = { ...connectionResolvers };
