import type { WorkspaceWriter } from "@offergraph/service/db/write";
import { lockAttribution, shareAttributionLock } from "../../db/attribution.js";
import { claimDue, readDue, readDueOrders, settleDue } from "../../db/due-attributions.js";
import { lockOrderStates, readOrderStates } from "../../db/orders.js";
import { inTransaction, type Tx } from "../../db/tx.js";
import type { Prisma } from "../../generated/prisma/client.js";
import { emitOrderEvents } from "../orders/emit-order-events.js";
import { attributeOrders } from "./attribute-batch.js";

export interface AttributeDueOptions {
  writer: WorkspaceWriter<Prisma.TransactionClient>;
  workspaceId: string;
  now: Date;
  reportingCurrency: string;
  /** Maximum orders per transaction. */
  maxOrders: number;
}

const maxEntries = 100;

export interface DoneOfDue {
  orders: number;
  more: boolean;
}

const nothing: DoneOfDue = { orders: 0, more: false };

/** Re-attributes a batch of a workspace's due orders and emits events for those that changed. */
export async function attributeDue({ writer, workspaceId, now, reportingCurrency, maxOrders }: AttributeDueOptions): Promise<DoneOfDue> {
  const cause = { workspaceId, now, actor: null };
  const due = await inTransaction(writer, cause, (tx) => readDue(tx, maxEntries));
  if (due.length === 0) return nothing;
  // Later transactions see the new code, response or rate. Earlier ones end before this returns, so their orders are found.
  if (!due.every(({ isBegun }) => isBegun)) await inTransaction(writer, cause, lockAttribution);
  return await inTransaction(writer, cause, async (tx) => {
    const claimed = await claimDue(
      tx,
      due.map(({ sequence }) => sequence),
    );
    if (claimed.length === 0) return nothing;
    const orders = await readDueOrders(tx, claimed, maxOrders);
    const orderIds = [...new Set(orders.map(({ orderId }) => orderId))];
    await attributeAnew(tx, orderIds, reportingCurrency);
    await settleDue(tx, claimed, orders.length < maxOrders ? undefined : orders.at(-1));
    return { orders: orderIds.length, more: true };
  });
}

async function attributeAnew(tx: Tx, orderIds: readonly string[], reportingCurrency: string): Promise<void> {
  if (orderIds.length === 0) return;
  await shareAttributionLock(tx);
  const before = await lockOrderStates(tx, orderIds);
  await attributeOrders(tx, orderIds, reportingCurrency);
  emitOrderEvents(tx, await readOrderStates(tx, orderIds), new Map(before.map((order) => [order.rowId, order])));
}
