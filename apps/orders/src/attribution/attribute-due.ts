import type { WorkspaceWriter } from "@offergraph/shared/database/write";
import { awaitAttributions, holdAttribution } from "../data/attribution.js";
import { claimDue, readDue, readDueOrders, settleDue } from "../data/due-attributions.js";
import { lockOrderStates, readOrderStates } from "../data/order-states.js";
import { type OrdersWrite, writeOrders } from "../data/write.js";
import type { Prisma } from "../generated/prisma/client.js";
import { attributeOrders } from "../ingest/attribute-batch.js";
import { tellOrders } from "../ingest/tell.js";

export interface AttributeDueOptions {
  writer: WorkspaceWriter<Prisma.TransactionClient>;
  workspaceId: string;
  now: Date;
  reportingCurrency: string;
  /** How many orders one transaction attributes at most. */
  mostOrders: number;
}

const mostNotes = 100;

/** What was done of what is due: how many orders were looked at, and whether there may be more. */
export interface DoneOfDue {
  orders: number;
  more: boolean;
}

const nothing: DoneOfDue = { orders: 0, more: false };

/** Attributes a batch of the orders that are due in a workspace, and tells of those that something else led to. */
export async function attributeDue({ writer, workspaceId, now, reportingCurrency, mostOrders }: AttributeDueOptions): Promise<DoneOfDue> {
  const cause = { workspaceId, now, actor: null };
  const due = await writeOrders(writer, cause, (write) => readDue(write, mostNotes));
  if (due.length === 0) return nothing;
  // Who attributes from now on sees what is due; who did not see it is done by the time this ends, and their orders are found.
  if (!due.every(({ isBegun }) => isBegun)) await writeOrders(writer, cause, awaitAttributions);
  return await writeOrders(writer, cause, async (write) => {
    const claimed = await claimDue(
      write,
      due.map(({ sequence }) => sequence),
    );
    if (claimed.length === 0) return nothing;
    const orders = await readDueOrders(write, claimed, mostOrders);
    const orderIds = [...new Set(orders.map(({ orderId }) => orderId))];
    await attributeAnew(write, orderIds, reportingCurrency);
    await settleDue(write, claimed, orders.length < mostOrders ? undefined : orders.at(-1));
    return { orders: orderIds.length, more: true };
  });
}

async function attributeAnew(write: OrdersWrite, orderIds: readonly string[], reportingCurrency: string): Promise<void> {
  if (orderIds.length === 0) return;
  await holdAttribution(write);
  const before = await lockOrderStates(write.read, orderIds);
  await attributeOrders(write, orderIds, reportingCurrency);
  tellOrders(write, await readOrderStates(write.read, orderIds), new Map(before.map((order) => [order.rowId, order])));
}
