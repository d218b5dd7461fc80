import { orderAttributed, orderCancelled, orderPlaced, orderRefunded, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import { applicationsOf, decimalApplication } from "../../domain/discounts-given.js";
import { countsAsUse, type OrderState, orderEvents } from "../../domain/order-events.js";
import { financialStatuses, fulfillmentStatuses, orderStatuses } from "../../domain/ordinals.js";
import type { Tx } from "../../tx.js";

export const orderChanges = [orderPlaced, orderUpdated, orderAttributed, orderRefunded, orderCancelled] as const;
export type OrderChange = (typeof orderChanges)[number];
export type OrderTx = Tx<OrderChange>;

/**
 * Emits the events that describe the changes of these orders. The orders must be distinct. `known` contains the orders before the change,
 * by id.
 */
export function emitOrderEvents(tx: OrderTx, orders: readonly OrderState[], known: ReadonlyMap<string, OrderState>): void {
  for (const order of orders) {
    const { rowId } = order;
    const { placed, changed, attributed, newlyRefunded, cancelled } = orderEvents(known.get(rowId) ?? null, order);
    const data = orderDataOf(order);
    if (placed) tx.emit(orderPlaced, rowId, data);
    if (changed.length > 0) tx.emit(orderUpdated, rowId, { ...data, changed });
    if (attributed) tx.emit(orderAttributed, rowId, data);
    if (newlyRefunded > 0n) tx.emit(orderRefunded, rowId, { ...data, newlyRefunded: fromScaled(String(newlyRefunded)) });
    if (cancelled) tx.emit(orderCancelled, rowId, data);
  }
}

function orderDataOf({ discountAmounts, ...order }: OrderState) {
  const { totalPrice, refundedTotal, attributedRevenue, discountCodes, discountGiven } = order;
  return {
    ...order,
    discountApplications: applicationsOf({ discountCodes, discountAmounts }).map(decimalApplication),
    discountGiven: discountGiven === null ? null : fromScaled(discountGiven),
    totalPrice: fromScaled(totalPrice),
    refundedTotal: fromScaled(refundedTotal),
    attributedRevenue: attributedRevenue === null ? null : fromScaled(attributedRevenue),
    orderStatus: valueOfOrdinal(orderStatuses, order.orderStatus),
    financialStatus: valueOfOrdinal(financialStatuses, order.financialStatus),
    fulfillmentStatus: valueOfOrdinal(fulfillmentStatuses, order.fulfillmentStatus),
    countsAsUse: countsAsUse(order),
  };
}
