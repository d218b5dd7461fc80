import { orderAttributed, orderCancelled, orderPlaced, orderRefunded, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { OrdersWrite } from "../../db/write.js";
import { type OrderState, orderEvents } from "../../domain/order-events.js";
import { orderDataOf } from "./event-data.js";

/**
 * Emits the events of these orders, after they are written and attributed. Expects each order once.
 * @param before existing orders before the batch, by id, as locked by data/order-states.ts
 */
export function emitOrderEvents(write: OrdersWrite, orders: readonly OrderState[], before: ReadonlyMap<string, OrderState>): void {
  for (const order of orders) tellOrder(write, before.get(order.rowId) ?? null, order);
}

function tellOrder(write: OrdersWrite, before: OrderState | null, after: OrderState): void {
  const { rowId } = after;
  const { placed, changed, attributed, newlyRefunded, cancelled } = orderEvents(before, after);
  const data = orderDataOf(after);
  if (placed) write.emit(orderPlaced, rowId, data);
  if (changed.length > 0) write.emit(orderUpdated, rowId, { ...data, changed });
  if (attributed) write.emit(orderAttributed, rowId, data);
  if (newlyRefunded > 0n) write.emit(orderRefunded, rowId, { ...data, newlyRefunded: fromScaled(String(newlyRefunded)) });
  if (cancelled) write.emit(orderCancelled, rowId, data);
}
