import { hasCustomer, readResponsePage } from "../db/response-list.js";
import type { CustomerResolvers } from "../generated/types.js";

export const Customer: CustomerResolvers = {
  __resolveReference: ({ rowId }) => ({ rowId: rowId.toLowerCase() }),
  responses: ({ rowId }, given, context) =>
    readResponsePage(context, given, { operation: `responses of customer ${rowId}`, where: hasCustomer(rowId), defaultFirst: 20 }),
};
