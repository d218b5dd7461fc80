import { fromScaled } from "@offergraph/shared/schema/scaled";
import { hasCustomer, orderOrder, readOrderPage } from "../db/order-list.js";
import type { CustomerResolvers } from "../generated/types.js";
import { customerById, totalsOfCustomer } from "./loaders.js";

export const Customer: CustomerResolvers = {
  __resolveReference: ({ rowId }, context) => customerById(context, rowId),
  orders: ({ rowId }, given, context) =>
    readOrderPage(context, given, {
      operation: `orders of customer ${rowId}`,
      where: hasCustomer(rowId),
      order: orderOrder,
      defaultFirst: 20,
    }),
  ordersCount: async ({ rowId }, _given, context) =>
    (await totalsOfCustomer(context, rowId)).reduce((total, { count }) => total + count, 0),
  attributedRevenue: async ({ rowId }, _given, context) =>
    (await totalsOfCustomer(context, rowId)).flatMap(({ currencyId, attributedRevenue }) =>
      attributedRevenue === null ? [] : [{ currencyId, attributedRevenue: fromScaled(attributedRevenue) }],
    ),
};
