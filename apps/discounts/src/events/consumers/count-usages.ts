import { readIn } from "@offergraph/shared/database/write";
import { orderAttributed, orderUpdated } from "@offergraph/shared/events/catalog/orders";
import { keepsOf } from "@offergraph/shared/events/kept-fields";
import type { EventOf } from "@offergraph/shared/events/received";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { countUsages, type OrderUsage } from "../../data/order-usages.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** What changes whether an order is a use of a discount code, and of which. */
export const usageEvents = [orderAttributed, orderUpdated] as const;

type UsageEvent = EventOf<(typeof usageEvents)[number]>;

/** The fields of an order that decide whether it is a use. Of which code it is one comes with the attribution. */
export const usageKeeps = keepsOf(orderUpdated, ["orderStatus", "financialStatus", "isReal", "discountCodes"]);

/** Counts what orders used, in the transaction that remembers their events; each is of another order. */
export async function countOrderUsages(transaction: Prisma.TransactionClient, events: readonly UsageEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  await countUsages({ read: (statement) => readIn(transaction, statement), workspaceId: first.workspaceId }, events.map(usageOf));
}

function usageOf({ data: { rowId, discountCodeId, discountCodes, countsAsUse, updatedAt } }: UsageEvent): OrderUsage {
  const nameKeys = [...new Set(discountCodes.map(nameKey))];
  return { orderId: rowId, discountCodeId: countsAsUse ? discountCodeId : null, updatedAt, nameKeys };
}
