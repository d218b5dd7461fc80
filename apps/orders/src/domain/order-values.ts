import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import { applicationsOf } from "./discounts-given.js";
import type { OrderState } from "./order-events.js";
import { financialStatuses, fulfillmentStatuses, orderStatuses } from "./ordinals.js";

type Stored = Pick<
  OrderState,
  "discountCodes" | "discountAmounts" | "discountGiven" | "totalPrice" | "refundedTotal" | "attributedRevenue"
> &
  Pick<OrderState, "orderStatus" | "financialStatus" | "fulfillmentStatus">;

/** Converts amounts to decimal strings, and statuses to names. */
export function valuesOf(order: Stored) {
  return {
    discountApplications: applicationsOf(order),
    discountGiven: fromScaled(order.discountGiven),
    totalPrice: fromScaled(order.totalPrice),
    refundedTotal: fromScaled(order.refundedTotal),
    attributedRevenue: fromScaled(order.attributedRevenue),
    orderStatus: valueOfOrdinal(orderStatuses, order.orderStatus),
    financialStatus: valueOfOrdinal(financialStatuses, order.financialStatus),
    fulfillmentStatus: valueOfOrdinal(fulfillmentStatuses, order.fulfillmentStatus),
  };
}
