import { lockAttribution, readScoredOrders } from "../../db/attribution.js";
import { lockOrdersOf, pinResponses } from "../../db/erase-customer.js";
import type { Db } from "../../tx.js";
import { findResponses } from "./attribute-batch.js";

/**
 * Stores in each order the response that attribution finds, if the order or the response belongs to the customer. Afterwards, the erasure
 * deletes the customer, click and visitor, by which attribution finds responses. Includes orders that are attributed to a code. Blocks
 * attribution in the workspace until the transaction ends, so that the function misses no order.
 */
export async function pinResponsesOf(tx: Db, customerId: string): Promise<void> {
  await lockAttribution(tx);
  const orders = await readScoredOrders(tx, await lockOrdersOf(tx, customerId));
  const found = await findResponses(tx, orders);
  const pinned = orders.flatMap(({ rowId, customerId: of }) => {
    const response = found.get(rowId);
    return response && (of === customerId || response.customerId === customerId) ? [[rowId, response.rowId] as const] : [];
  });
  if (pinned.length > 0) await pinResponses(tx, new Map(pinned));
}
