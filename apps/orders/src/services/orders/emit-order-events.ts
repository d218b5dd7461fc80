import { orderAttributed, orderCancelled, orderPlaced, orderRefunded, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { Tx } from "../../db/tx.js";
import { type OrderState, orderEvents } from "../../domain/order-events.js";
import { orderDataOf } from "./event-data.js";

/**
 * Emits the events of these orders, after they are written and attributed. Expects each order once.
 * @param before existing orders before the batch, by id, as locked by data/order-states.ts
 */
export function emitOrderEvents(tx: Tx, orders: readonly OrderState[], before: ReadonlyMap<string, OrderState>): void {
  for (const order of orders) tellOrder(tx, before.get(order.rowId) ?? null, order);
}

function tellOrder(tx: Tx, before: OrderState | null, after: OrderState): void {
  const { rowId } = after;
  const { placed, changed, attributed, newlyRefunded, cancelled } = orderEvents(before, after);
  const data = orderDataOf(after);
  if (placed) tx.emit(orderPlaced, rowId, data);
  if (changed.length > 0) tx.emit(orderUpdated, rowId, { ...data, changed });
  if (attributed) tx.emit(orderAttributed, rowId, data);
  if (newlyRefunded > 0n) tx.emit(orderRefunded, rowId, { ...data, newlyRefunded: fromScaled(String(newlyRefunded)) });
  if (cancelled) tx.emit(orderCancelled, rowId, data);
}
