import { readIn } from "@offergraph/service/db/write";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import { orderAttributed, orderCancelled, orderPlaced, orderRefunded, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { Clock } from "@offergraph/shared/time/clock";
import { type KnownOrder, keepOrderReferences, readKnownOrders } from "../db/keep-orders.js";
import { customerKey, type LockKey, lockForOrders, responseKey } from "../db/locks.js";
import { readResponsesOfCodes, readUsers } from "../db/used-grants.js";
import { orderReferenceOf } from "../domain/order-reference.js";
import type { Prisma } from "../generated/prisma/client.js";
import { applyOrder } from "../services/granting/apply-order.js";
import { grantWithin } from "../services/granting/write.js";

export const orderEvents = [orderPlaced, orderUpdated, orderAttributed, orderRefunded, orderCancelled] as const;

type OrderEvent = EventOf<(typeof orderEvents)[number]>;

/**
 * Stores orders with their codes and status, and redeems, frees or reverses grants. Expects at most one event per order.
 */
export function keepOrders(clock: Clock) {
  return async (transaction: Prisma.TransactionClient, events: readonly OrderEvent[]): Promise<void> => {
    const [first] = events;
    if (!first) return;
    const within: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId: first.workspaceId };
    const orders = events.map((event) => ({ event, order: orderReferenceOf(event.data) }));
    const known = await readKnownOrders(
      within,
      orders.map(({ order }) => order.rowId),
    );
    const found = [...orders.map(({ order }) => order), ...known.values()];
    await lockForOrders(within, found.flatMap(keysOf));
    const customerIds = found.flatMap(({ customerId }) => customerId ?? []);
    const byCode = await readResponsesOfCodes(within.read, [...new Set(found.flatMap(({ nameKeys }) => nameKeys))], customerIds);
    await lockForOrders(
      within,
      byCode.flatMap(({ formResponseId }) => responseKey(formResponseId)),
    );
    const kept = await keepOrderReferences(
      within,
      orders.map(({ order }) => order),
    );
    // Few orders redeemed grants. A grant freed by one of these orders can be redeemed by another one of the batch.
    const users = await readUsers(within.read, [...kept]);
    for (const { event, order } of orders.filter(({ order }) => kept.has(order.rowId)))
      await grantWithin(transaction, event, clock.now(), async (write) => {
        const before = known.get(order.rowId);
        const each = before ? [order, before] : [order];
        const named = new Set(each.flatMap(({ nameKeys }) => nameKeys));
        const led = each.flatMap(({ formResponseId }) => formResponseId ?? []);
        const coded = byCode.flatMap(({ codeKey, formResponseId }) => (named.has(codeKey) ? formResponseId : []));
        const formResponseIds = [...new Set([...led, ...coded])];
        await applyOrder(write, { order, nameKeys: order.nameKeys, hasUsed: users.has(order.rowId), formResponseIds });
      });
  };
}

function keysOf({ customerId, formResponseId, nameKeys }: KnownOrder): LockKey[] {
  return [...nameKeys.map((key): LockKey => `code ${key}`), ...customerKey(customerId), ...responseKey(formResponseId)];
}
