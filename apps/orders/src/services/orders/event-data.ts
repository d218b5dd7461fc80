import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { CheckoutState } from "../../db/rows.js";
import { countsAsUse, type OrderState } from "../../domain/order-events.js";
import { checkoutStages, checkoutStatuses, financialStatuses, fulfillmentStatuses, orderStatuses } from "../../domain/ranks.js";

export function orderDataOf(order: OrderState) {
  const { totalPrice, refundedTotal, attributedRevenue } = order;
  return {
    ...order,
    totalPrice: fromScaled(totalPrice),
    refundedTotal: fromScaled(refundedTotal),
    attributedRevenue: attributedRevenue === null ? null : fromScaled(attributedRevenue),
    orderStatus: valueOfRank(orderStatuses, order.orderStatus),
    financialStatus: valueOfRank(financialStatuses, order.financialStatus),
    fulfillmentStatus: valueOfRank(fulfillmentStatuses, order.fulfillmentStatus),
    countsAsUse: countsAsUse(order),
  };
}

export function checkoutDataOf(checkout: CheckoutState) {
  return { ...checkout, stage: valueOfRank(checkoutStages, checkout.stage), status: valueOfRank(checkoutStatuses, checkout.status) };
}
