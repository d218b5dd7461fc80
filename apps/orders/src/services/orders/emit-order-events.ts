import { orderAttributed, orderCancelled, orderPlaced, orderRefunded, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import { countsAsUse, type OrderState, orderEvents } from "../../domain/order-events.js";
import { valuesOf } from "../../domain/order-values.js";
import type { Tx } from "../../tx.js";

export const orderChanges = [orderPlaced, orderUpdated, orderAttributed, orderRefunded, orderCancelled] as const;
export type OrderChange = (typeof orderChanges)[number];
export type OrderTx = Tx<OrderChange>;

/** Emits events for changed orders, which must be distinct. `known` contains the orders before the change, by id. */
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

function orderDataOf(order: OrderState) {
  const { discountAmounts, ...fields } = order;
  return { ...fields, ...valuesOf(order), countsAsUse: countsAsUse(order) };
}
