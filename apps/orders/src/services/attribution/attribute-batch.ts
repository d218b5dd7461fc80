import { groupBy } from "@offergraph/service/db/group-by";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { readCodeNameHistory, readLastResponses, readScoredOrders, readSourceHistory, writeAttributions } from "../../db/attribution.js";
import { readReporting } from "../../db/reporting.js";
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
import { discountGivenBy, type SentDiscounts } from "../../domain/discounts-given.js";
import type { Db } from "../../tx.js";
import { reportOrders } from "../reporting/report-orders.js";

/** Recalculates attribution and reported amounts of stored orders. The caller must have locked the orders. Writes only changed orders. */
export async function attributeOrders(tx: Db, orderIds: readonly string[], reportingCurrency: string): Promise<void> {
  const orders = (await readScoredOrders(tx, orderIds)).map((row) => ({ ...row, nameKeys: row.discountCodes.map(nameKey) }));
  const scored = await findAttributions(tx, orders);
  const changed = scored.filter((order) => !isSameAttribution(order, order.attribution) || order.discountGiven !== order.deducted);
  if (changed.length > 0)
    await writeAttributions(
      tx,
      changed.map(({ rowId: orderId, attribution, deducted: discountGiven }) => ({ ...attribution, orderId, discountGiven })),
    );
  const attributed = scored.map(({ attribution, deducted, ...order }) => ({ ...order, ...attribution, discountGiven: deducted }));
  await reportOrders(tx, attributed, await readReporting(tx, reportingCurrency));
}

export type UnscoredOrder = AttributedOrder & Pick<SentDiscounts, "discountAmounts"> & { rowId: string };

/** An order's attribution, and the amount (ten-thousandths) that the discount code deducted. */
interface Scored {
  attribution: Attribution;
  deducted: string | null;
}

/**
 * Finds the attribution of each order. The caller must hold the shared attribution lock, because jobs for a new code, response or rate wait
 * for this lock before they look for orders. The caller must also have locked all stored orders.
 */
export async function findAttributions<Order extends UnscoredOrder>(tx: Db, orders: readonly Order[]): Promise<(Order & Scored)[]> {
  const discounts = await findDiscounts(tx, orders);
  const others = orders.filter(({ rowId }) => !discounts.has(rowId));
  const responses = await findResponses(tx, others);
  return orders.map((order) => {
    const { rowId, nameKeys, discountAmounts } = order;
    const discount = discounts.get(rowId);
    const deducted = discountGivenBy(discount?.nameKey, nameKeys, discountAmounts);
    return { ...order, attribution: attributionOf(discount, responses.get(rowId)), deducted };
  });
}

/** Returns each order's discount code, in its state at the time of the order. */
async function findDiscounts(tx: Db, orders: readonly UnscoredOrder[]): Promise<Map<string, AttributionSource & { nameKey: string }>> {
  const keys = [...new Set(orders.flatMap(({ nameKeys }) => nameKeys))];
  const names = groupBy(keys.length > 0 ? await readCodeNameHistory(tx, keys) : [], ({ nameKey }) => nameKey);
  const found = orders.flatMap(({ rowId, placedAt, nameKeys }) => {
    const discount = discountOf({ placedAt, nameKeys }, (key) => names.get(key) ?? []);
    return discount ? [{ rowId, placedAt, ...discount }] : [];
  });
  const ids = [...new Set(found.map(({ discountCodeId }) => discountCodeId))];
  const sources = groupBy(ids.length > 0 ? await readSourceHistory(tx, ids) : [], ({ discountCodeId }) => discountCodeId);
  return new Map(
    found.map(({ rowId, placedAt, discountCodeId, nameKey, grantTiers }) => {
      const source = sourceOf(placedAt, sources.get(discountCodeId) ?? []);
      return [rowId, { ...source, discountCodeId, nameKey, grantTiers }];
    }),
  );
}

export async function findResponses(tx: Db, orders: readonly Omit<UnscoredOrder, "nameKeys">[]): Promise<Map<string, CompletedResponse>> {
  const traceable = orders.filter(
    (order) => order.customerId ?? order.clickId ?? order.visitorId ?? order.claimedFormResponseId ?? order.pinnedResponseId,
  );
  if (traceable.length === 0) return new Map();
  const searches = traceable.map(({ rowId, placedAt, customerId, clickId, visitorId, claimedFormResponseId, pinnedResponseId }) => ({
    ...{ orderId: rowId, ...responseWindow(placedAt), customerId, clickId, visitorId, claimedFormResponseId, pinnedResponseId },
  }));
  const candidates = groupBy(await readLastResponses(tx, searches), ({ orderId }) => orderId);
  const found = traceable.map((order) => [order.rowId, responseOf(order, candidates.get(order.rowId) ?? [])] as const);
  return new Map(found.flatMap(([orderId, response]) => (response ? [[orderId, response]] : [])));
}
