import { causedBy } from "@offergraph/service/tx/consumer";
import { orderAttributed, orderCancelled, orderPlaced, orderRefunded, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import { customerKey, type LockKey, lockForOrders, responseKey } from "../db/locks.js";
import { type KnownOrder, readKnownOrders, upsertOrders } from "../db/orders.js";
import { readRedeeming, readResponsesOfCodes } from "../db/redemptions.js";
import { orderReferenceOf } from "../domain/order-reference.js";
import { applyOrder, orderEvents } from "../services/granting/apply-order.js";
import { defineConsumer } from "../tx.js";

export const keepOrders = defineConsumer({
  name: "keep-orders",
  events: [orderPlaced, orderUpdated, orderAttributed, orderRefunded, orderCancelled],
  emits: orderEvents,
  async handleBatch(tx, events) {
    const eventOf = new Map(events.map((event) => [orderReferenceOf(event.data), event] as const));
    const orders = [...eventOf.keys()];
    const orderIds = orders.map(({ rowId }) => rowId);
    const known = await readKnownOrders(tx, orderIds);
    const versions = [...orders, ...known.values()];
    await lockForOrders(tx, versions.flatMap(keysOf));
    const customerIds = versions.flatMap(({ customerId }) => customerId ?? []);
    const byCode = await readResponsesOfCodes(tx.sql, [...new Set(versions.flatMap(({ nameKeys }) => nameKeys))], customerIds);
    const responseKeys = byCode.flatMap(({ formResponseId }) => responseKey(formResponseId));
    await lockForOrders(tx, responseKeys);
    const written = await upsertOrders(tx, orders);
    // Finds the orders that have redeemed grants. Must run before any order of the batch changes grants.
    const redeeming = await readRedeeming(tx.sql, [...written]);
    for (const [order, event] of eventOf) {
      if (!written.has(order.rowId)) continue;
      const before = known.get(order.rowId);
      const each = before ? [order, before] : [order];
      const named = new Set(each.flatMap(({ nameKeys }) => nameKeys));
      const attributed = each.flatMap(({ formResponseId }) => formResponseId ?? []);
      const coded = byCode.flatMap(({ codeKey, formResponseId }) => (named.has(codeKey) ? formResponseId : []));
      const formResponseIds = [...new Set([...attributed, ...coded])];
      const hasRedeemed = redeeming.has(order.rowId);
      await applyOrder(causedBy(tx, event), { order, hasRedeemed, formResponseIds });
    }
  },
});

function keysOf({ customerId, formResponseId, nameKeys }: KnownOrder): LockKey[] {
  return [...nameKeys.map((key): LockKey => `code ${key}`), ...customerKey(customerId), ...responseKey(formResponseId)];
}
