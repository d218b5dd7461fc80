import { groupBy } from "@offergraph/shared/database/group-by";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { keepAttributions, readHeldLeads, readHeldNames, readLastResponses, readScoredOrders } from "../data/attribution.js";
import { readReportingCurrency } from "../data/reporting-currency.js";
import type { OrdersWrite } from "../data/write.js";
import {
  type AttributedOrder,
  type Attribution,
  attributionOf,
  type CompletedResponse,
  discountOf,
  isSameAttribution,
  type Lead,
  leadOf,
  responseOf,
  responseWindow,
} from "../domain/attribution.js";
import { reportOrders } from "./report-orders.js";

/**
 * Attributes orders anew that are here, in a transaction that has locked them, and keeps what led to them with them and their view in the
 * reporting currency. Writes what changed and nothing else.
 */
export async function attributeOrders(write: OrdersWrite, orderIds: readonly string[], reportingCurrency: string): Promise<void> {
  const orders = (await readScoredOrders(write, orderIds)).map((row) => ({ ...row, nameKeys: row.discountCodes.map(nameKey) }));
  const scored = await findAttributions(write, orders);
  const changed = scored.filter(({ order, attribution }) => !isSameAttribution(order, attribution));
  if (changed.length > 0)
    await keepAttributions(
      write,
      changed.map(({ order, attribution }) => ({ ...attribution, orderId: order.rowId })),
    );
  await reportOrders(
    write,
    scored.map(({ order, attribution }) => ({ ...order, ...attribution })),
    await readReportingCurrency(write, reportingCurrency),
  );
}

/** An order that is to be attributed. */
export type UnscoredOrder = AttributedOrder & { rowId: string };

/**
 * What led to these orders. The transaction holds the attribution (data/attribution.ts) and has locked those of them that are here.
 *
 * No late code, response or rate is missed: whoever tells of one waits, once it is committed, for the transactions that hold it, and
 * looks for orders after that. What is read here is read after the orders are locked, so of two that attribute an order the second sees
 * what the first may not have seen.
 */
export async function findAttributions<Order extends UnscoredOrder>(
  write: OrdersWrite,
  orders: readonly Order[],
): Promise<{ order: Order; attribution: Attribution }[]> {
  const discounts = await findDiscounts(write, orders);
  const responses = await findResponses(
    write,
    orders.filter(({ rowId }) => !discounts.has(rowId)),
  );
  return orders.map((order) => ({ order, attribution: attributionOf(discounts.get(order.rowId), responses.get(order.rowId)) }));
}

/** The discount codes that these orders were sent with, and the partner and tier that each had then, by order. */
async function findDiscounts({ read }: OrdersWrite, orders: readonly UnscoredOrder[]): Promise<Map<string, Lead>> {
  const keys = [...new Set(orders.flatMap(({ nameKeys }) => nameKeys))];
  const held = groupBy(keys.length > 0 ? await readHeldNames(read, keys) : [], ({ nameKey }) => nameKey);
  const found = orders.flatMap((order) => {
    const discount = discountOf(order, (key) => held.get(key) ?? []);
    return discount ? [{ order, discount }] : [];
  });
  const ids = [...new Set(found.map(({ discount }) => discount.discountCodeId))];
  const leads = groupBy(ids.length > 0 ? await readHeldLeads(read, ids) : [], ({ discountCodeId }) => discountCodeId);
  return new Map(
    found.map(({ order, discount: { discountCodeId, grantTiers } }) => {
      const lead = leadOf(order.placedAt, leads.get(discountCodeId) ?? []);
      return [order.rowId, { ...lead, discountCodeId, grantTiers }];
    }),
  );
}

/** The responses that led to these orders, or would have if no code had, by order. */
export async function findResponses(
  { read }: Pick<OrdersWrite, "read">,
  orders: readonly UnscoredOrder[],
): Promise<Map<string, CompletedResponse>> {
  const traceable = orders.filter(
    (order) => order.customerId ?? order.clickId ?? order.visitorId ?? order.saidFormResponseId ?? order.pinnedResponseId,
  );
  if (traceable.length === 0) return new Map();
  const searches = traceable.map((order) => ({ ...order, ...responseWindow(order.placedAt), orderId: order.rowId }));
  const candidates = groupBy(await readLastResponses(read, searches), ({ orderId }) => orderId);
  const found = new Map<string, CompletedResponse>();
  for (const order of traceable) {
    const response = responseOf(order, candidates.get(order.rowId) ?? []);
    if (response) found.set(order.rowId, response);
  }
  return found;
}
