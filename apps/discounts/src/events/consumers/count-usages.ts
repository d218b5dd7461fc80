import { readIn } from "@offergraph/shared/database/write";
import { orderAttributed, orderUpdated } from "@offergraph/shared/events/catalog/orders";
import type { EventOf } from "@offergraph/shared/events/received";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { countUsages, type OrderUsage } from "../../data/order-usages.js";
import type { Prisma } from "../../generated/prisma/client.js";

const countedFields: ReadonlySet<string> = new Set(["orderStatus", "financialStatus", "isReal", "discountCodes"]);

/** What changes whether an order is a use of a discount code, and of which. */
export const usageEvents = [orderAttributed, orderUpdated] as const;

type UsageEvent = EventOf<(typeof usageEvents)[number]>;

/** Whether an event may change of which code its order is a use. */
export function mayChangeUses({ type, data }: UsageEvent): boolean {
  return type === orderAttributed.subject || data.changed.some((field) => countedFields.has(field));
}

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
