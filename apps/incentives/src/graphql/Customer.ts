import { readGrantsOfCustomer } from "../db/pages.js";
import type { CustomerResolvers } from "../generated/types.js";
import { balancesOf, entitlementsOf } from "./loaders.js";

export const Customer: CustomerResolvers = {
  __resolveReference: ({ rowId }) => ({ rowId: rowId.toLowerCase() }),
  grants: ({ rowId }, given, context) => readGrantsOfCustomer(context, rowId, given),
  creditBalances: ({ rowId }, _given, context) => balancesOf(context, rowId),
  entitlements: ({ rowId }, _given, context) => entitlementsOf(context, rowId),
};
