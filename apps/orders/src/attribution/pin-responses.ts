import { nameKey } from "@offergraph/shared/schema/name-key";
import { awaitAttributions, readScoredOrders } from "../data/attribution.js";
import { lockOrdersOf, pinResponses } from "../data/erase-customer.js";
import type { OrdersWrite } from "../data/write.js";
import { findResponses } from "../ingest/attribute-batch.js";

type Writing = Pick<OrdersWrite, "read" | "workspaceId">;

/**
 * Keeps with orders the response that led to them, or would have but for a code, where a customer's erasure takes away what it is found
 * by: with all of the customer's own orders, and with those of others that a response of the customer led to. Until the transaction ends
 * nobody attributes orders of the workspace, so that none is missed.
 */
export async function pinResponsesOf(write: Writing, customerId: string): Promise<void> {
  await awaitAttributions(write);
  const orders = await readScoredOrders(write, await lockOrdersOf(write, customerId));
  const found = await findResponses(
    write,
    orders.map((order) => ({ ...order, nameKeys: order.discountCodes.map(nameKey) })),
  );
  const pinned = orders.flatMap(({ rowId, customerId: of }) => {
    const response = found.get(rowId);
    return response && (of === customerId || response.customerId === customerId) ? [[rowId, response.rowId] as const] : [];
  });
  if (pinned.length > 0) await pinResponses(write, new Map(pinned));
}
