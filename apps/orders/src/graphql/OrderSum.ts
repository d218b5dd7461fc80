import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { OrderSumRow } from "../db/order-sums.js";
import type { OrderGroup, OrderSumResolvers } from "../generated/types.js";

/** Returns a reference to the entity of the group, which another subgraph resolves. */
const entity =
  <Name extends string>(group: OrderGroup, typename: Name) =>
  ({ groupBy, groupId }: OrderSumRow) =>
    groupBy === group && groupId !== null ? { __typename: typename, rowId: groupId } : null;

export const OrderSum: OrderSumResolvers = {
  discountCode: entity("DISCOUNT_CODE", "DiscountCode"),
  partner: entity("PARTNER", "Partner"),
  campaign: entity("CAMPAIGN", "Campaign"),
  channel: entity("CHANNEL", "Channel"),
  totalPrice: ({ totalPrice }) => fromScaled(totalPrice),
  attributedRevenue: ({ attributedRevenue }) => fromScaled(attributedRevenue),
  discountGiven: ({ discountGiven }) => fromScaled(discountGiven),
  reportedDiscountGiven: ({ reportedDiscountGiven }) => fromScaled(reportedDiscountGiven),
  refundedTotal: ({ refundedTotal }) => fromScaled(refundedTotal),
  reportedAttributedRevenue: ({ reportedAttributedRevenue }) => fromScaled(reportedAttributedRevenue),
};
