import { lockAttribution, shareAttributionLock } from "../../db/attribution.js";
import { claimDue, readDue, readDueOrders, recordProgress } from "../../db/due-attributions.js";
import { lockOrderStates, readOrderStates } from "../../db/orders.js";
import type { OpenTx } from "../../tx.js";
import { emitOrderEvents, type OrderChange, type OrderTx } from "../orders/emit-order-events.js";
import { attributeOrders } from "./attribute-batch.js";

const maxEntries = 200;
const maxOrders = 500;

/** Attributes a batch of queued orders again. Returns the number of orders, or undefined if no order was queued. */
export async function attributeDue(open: OpenTx<OrderChange>, reportingCurrency: string): Promise<number | undefined> {
  const due = await open((tx) => readDue(tx, maxEntries));
  if (due.length === 0) return undefined;
  // Waits until all older transactions end, because the next read must find their orders.
  if (!due.every(({ isBegun }) => isBegun)) await open(lockAttribution);
  return open(async (tx) => {
    const sequences = due.map(({ sequence }) => sequence);
    const claimed = await claimDue(tx, sequences);
    if (claimed.length === 0) return undefined;
    const orders = await readDueOrders(tx, claimed, maxOrders);
    const orderIds = [...new Set(orders.map(({ orderId }) => orderId))];
    if (orderIds.length > 0) await attributeAgain(tx, orderIds, reportingCurrency);
    await recordProgress(tx, claimed, orders.length < maxOrders ? undefined : orders.at(-1));
    return orderIds.length;
  });
}

async function attributeAgain(tx: OrderTx, orderIds: readonly string[], reportingCurrency: string): Promise<void> {
  await shareAttributionLock(tx);
  const before = await lockOrderStates(tx, orderIds);
  await attributeOrders(tx, orderIds, reportingCurrency);
  emitOrderEvents(tx, await readOrderStates(tx, orderIds), new Map(before.map((order) => [order.rowId, order])));
}
