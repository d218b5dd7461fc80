import { groupBy } from "@offergraph/service/db/group-by";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { readCodeNameHistory, readLastResponses, readScoredOrders, readSourceHistory, writeAttributions } from "../../db/attribution.js";
import { readReportingCurrency } from "../../db/reporting-currency.js";
import {
  type AttributedOrder,
  type Attribution,
  attributionOf,
  type CompletedResponse,
  isSameAttribution,
  responseOf,
  responseWindow,
} from "../../domain/attribution.js";
import { type AttributionSource, discountOf, sourceOf } from "../../domain/code-history.js";
import type { Db } from "../../tx.js";
import { reportOrders } from "../reporting/report-orders.js";

/**
 * Recalculates the attribution and reported amounts of stored orders, which the transaction has locked. Writes only what changed.
 */
export async function attributeOrders(tx: Db, orderIds: readonly string[], reportingCurrency: string): Promise<void> {
  const orders = (await readScoredOrders(tx, orderIds)).map((row) => ({ ...row, nameKeys: row.discountCodes.map(nameKey) }));
  const scored = await findAttributions(tx, orders);
  const changed = scored.filter(({ order, attribution }) => !isSameAttribution(order, attribution));
  if (changed.length > 0)
    await writeAttributions(
      tx,
      changed.map(({ order, attribution }) => ({ ...attribution, orderId: order.rowId })),
    );
  await reportOrders(
    tx,
    scored.map(({ order, attribution }) => ({ ...order, ...attribution })),
    await readReportingCurrency(tx, reportingCurrency),
  );
}

export type UnscoredOrder = AttributedOrder & { rowId: string };

/**
 * Finds the attribution of these orders. The transaction holds the shared attribution lock (db/attribution.ts) and the row locks of
 * stored orders.
 *
 * No late code, response or rate is missed: the job that processes one waits for all transactions holding the lock and reads orders
 * afterwards. Reads happen after the row locks, so the second of two transactions on an order sees all that the first could see.
 */
export async function findAttributions<Order extends UnscoredOrder>(
  tx: Db,
  orders: readonly Order[],
): Promise<{ order: Order; attribution: Attribution }[]> {
  const discounts = await findDiscounts(tx, orders);
  const responses = await findResponses(
    tx,
    orders.filter(({ rowId }) => !discounts.has(rowId)),
  );
  return orders.map((order) => ({ order, attribution: attributionOf(discounts.get(order.rowId), responses.get(order.rowId)) }));
}

/** Returns discount code, partner and tier of these orders at the time they were placed, by order id. */
async function findDiscounts(tx: Db, orders: readonly UnscoredOrder[]): Promise<Map<string, AttributionSource>> {
  const keys = [...new Set(orders.flatMap(({ nameKeys }) => nameKeys))];
  const held = groupBy(keys.length > 0 ? await readCodeNameHistory(tx, keys) : [], ({ nameKey }) => nameKey);
  const found = orders.flatMap((order) => {
    const discount = discountOf(order, (key) => held.get(key) ?? []);
    return discount ? [{ order, discount }] : [];
  });
  const ids = [...new Set(found.map(({ discount }) => discount.discountCodeId))];
  const leads = groupBy(ids.length > 0 ? await readSourceHistory(tx, ids) : [], ({ discountCodeId }) => discountCodeId);
  return new Map(
    found.map(({ order, discount: { discountCodeId, grantTiers } }) => {
      const lead = sourceOf(order.placedAt, leads.get(discountCodeId) ?? []);
      return [order.rowId, { ...lead, discountCodeId, grantTiers }];
    }),
  );
}

/** Returns the responses that these orders are, or without a discount code would be, attributed to, by order id. */
export async function findResponses(tx: Db, orders: readonly UnscoredOrder[]): Promise<Map<string, CompletedResponse>> {
  const traceable = orders.filter(
    (order) => order.customerId ?? order.clickId ?? order.visitorId ?? order.claimedFormResponseId ?? order.pinnedResponseId,
  );
  if (traceable.length === 0) return new Map();
  const searches = traceable.map((order) => ({ ...order, ...responseWindow(order.placedAt), orderId: order.rowId }));
  const candidates = groupBy(await readLastResponses(tx, searches), ({ orderId }) => orderId);
  const found = new Map<string, CompletedResponse>();
  for (const order of traceable) {
    const response = responseOf(order, candidates.get(order.rowId) ?? []);
    if (response) found.set(order.rowId, response);
  }
  return found;
}
