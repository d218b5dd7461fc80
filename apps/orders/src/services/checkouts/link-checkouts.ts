import { checkoutAbandoned, checkoutConverted } from "@offergraph/shared/contracts/events/orders";
import { type CheckoutState, readCheckoutStates } from "../../db/checkout-states.js";
import { convertCheckouts, convertCheckoutsOf, lockLinks } from "../../db/link-checkouts.js";
import { keepOpenCheckouts } from "../../db/open-checkouts.js";
import type { OrdersWrite } from "../../db/write.js";
import { checkoutEvents } from "../../domain/checkout-events.js";
import { checkoutDataOf } from "../orders/event-data.js";

export interface CheckoutChange {
  rowId: string;
  /** Rank of the status before this transaction; null: new. */
  before: number | null;
}

/**
 * Links these checkouts, just written, to their orders if stored, updates the list of open checkouts and emits events. Expects each
 * checkout once.
 */
export async function linkCheckouts(write: OrdersWrite, changes: readonly CheckoutChange[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ rowId }) => rowId);
  await lockLinks(write, "checkouts");
  await convertCheckouts(write, ids);
  await keepOpenCheckouts(write, ids);
  const states = new Map((await readCheckoutStates(write.read, ids)).map((state) => [state.rowId, state]));
  for (const { rowId, before } of changes) {
    const after = states.get(rowId);
    if (after) emitCheckoutEvents(write, before, after);
  }
}

/** Links checkouts to these orders, just written, and emits events. */
export async function linkOrders(write: OrdersWrite, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await lockLinks(write, "orders");
  const converted = await convertCheckoutsOf(write, orderIds);
  if (converted.length === 0) return;
  await keepOpenCheckouts(
    write,
    converted.map(({ rowId }) => rowId),
  );
  for (const { before, ...after } of converted) emitCheckoutEvents(write, before, after);
}

/** Emits the events of a checkout's status change. `before` is a rank; null: new. */
export function emitCheckoutEvents(write: OrdersWrite, before: number | null, after: CheckoutState): void {
  const { abandoned, converted } = checkoutEvents(before, after.status);
  if (abandoned) write.emit(checkoutAbandoned, after.rowId, checkoutDataOf(after));
  if (converted) write.emit(checkoutConverted, after.rowId, checkoutDataOf(after));
}
