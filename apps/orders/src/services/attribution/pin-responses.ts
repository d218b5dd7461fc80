import { lockAttribution, readScoredOrders } from "../../db/attribution.js";
import { lockOrdersOf, pinResponses } from "../../db/erase-customer.js";
import type { Db } from "../../tx.js";
import { findResponses } from "./attribute-batch.js";

/**
 * Prepares the erasure of a customer. The erasure deletes the customer, click and visitor by which attribution finds the response of an
 * order. Stores the response in each order if the order or the response belongs to the customer. Includes orders that are attributed to a
 * code. Blocks attribution in the workspace until the transaction ends, so that no order is missed.
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
