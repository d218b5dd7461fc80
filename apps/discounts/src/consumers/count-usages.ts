import { readIn } from "@offergraph/service/db/write";
import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { orderAttributed, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { countUsages, type OrderUsage } from "../db/order-usages.js";
import type { Prisma } from "../generated/prisma/client.js";

/** Events that can change which discount code an order used. */
export const usageEvents = [orderAttributed, orderUpdated] as const;

type UsageEvent = EventOf<(typeof usageEvents)[number]>;

/** Order fields that decide whether it counts as a use. The code comes from the attribution. */
export const usageKeeps = keepsOf(orderUpdated, ["orderStatus", "financialStatus", "isReal", "discountCodes"]);

/** Updates usage counts in the transaction that stores the event ids; each event is of a different order. */
export async function countOrderUsages(transaction: Prisma.TransactionClient, events: readonly UsageEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  await countUsages({ read: (statement) => readIn(transaction, statement), workspaceId: first.workspaceId }, events.map(usageOf));
}

function usageOf({ data: { rowId, discountCodeId, discountCodes, countsAsUse, updatedAt } }: UsageEvent): OrderUsage {
  const nameKeys = [...new Set(discountCodes.map(nameKey))];
  return { orderId: rowId, discountCodeId: countsAsUse ? discountCodeId : null, updatedAt, nameKeys };
}
