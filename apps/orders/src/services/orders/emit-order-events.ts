import { orderAttributed, orderCancelled, orderPlaced, orderRefunded, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import { type OrderState, orderEvents } from "../../domain/order-events.js";
import type { Tx } from "../../tx.js";
import { orderDataOf } from "./event-data.js";

export const orderChanges = [orderPlaced, orderUpdated, orderAttributed, orderRefunded, orderCancelled] as const;
export type OrderChange = (typeof orderChanges)[number];
export type OrderTx = Tx<OrderChange>;

/**
 * Emits the events of these orders, after they are written and attributed. Expects each order once.
 * @param known the locked orders before the change, by id
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
