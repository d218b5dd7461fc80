import { checkoutAbandoned, checkoutConverted } from "@offergraph/shared/contracts/events/orders";
import { readCheckoutStates } from "../../db/checkouts.js";
import { convertCheckouts, convertCheckoutsOf, lockLinks } from "../../db/link-checkouts.js";
import { syncOpenCheckouts } from "../../db/open-checkouts.js";
import type { CheckoutState } from "../../db/rows.js";
import type { Tx } from "../../db/tx.js";
import { checkoutEvents } from "../../domain/checkouts.js";
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
export async function linkCheckouts(tx: Tx, changes: readonly CheckoutChange[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ rowId }) => rowId);
  await lockLinks(tx, "checkouts");
  await convertCheckouts(tx, ids);
  await syncOpenCheckouts(tx, ids);
  const states = new Map((await readCheckoutStates(tx, ids)).map((state) => [state.rowId, state]));
  for (const { rowId, before } of changes) {
    const after = states.get(rowId);
    if (after) emitCheckoutEvents(tx, before, after);
  }
}

/** Links checkouts to these orders, just written, and emits events. */
export async function linkOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await lockLinks(tx, "orders");
  const converted = await convertCheckoutsOf(tx, orderIds);
  if (converted.length === 0) return;
  await syncOpenCheckouts(
    tx,
    converted.map(({ rowId }) => rowId),
  );
  for (const { before, ...after } of converted) emitCheckoutEvents(tx, before, after);
}

/** Emits the events of a checkout's status change. `before` is a rank; null: new. */
export function emitCheckoutEvents(tx: Tx, before: number | null, after: CheckoutState): void {
  const { abandoned, converted } = checkoutEvents(before, after.status);
  if (abandoned) tx.emit(checkoutAbandoned, after.rowId, checkoutDataOf(after));
  if (converted) tx.emit(checkoutConverted, after.rowId, checkoutDataOf(after));
}
