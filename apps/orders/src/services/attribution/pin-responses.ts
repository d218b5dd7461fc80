import { lockAttribution, readScoredOrders } from "../../db/attribution.js";
import { lockOrdersOf, pinResponses } from "../../db/erase-customer.js";
import type { Db } from "../../tx.js";
import { findResponses } from "./attribute-batch.js";

/**
 * Stores the attributed response in each order of the customer, because an erasure deletes the data by which attribution finds the
 * response. Blocks attribution in the workspace until the transaction ends.
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
