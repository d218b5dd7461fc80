import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { orderAttributed, orderUpdated } from "@offergraph/shared/contracts/events/orders";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { countUsages, type OrderUsage } from "../db/order-usages.js";
import { defineConsumer } from "../tx.js";

/** Updates the usage counts of discount codes after events about orders. */
export const countOrderUsages = defineConsumer({
  name: "count-usages",
  events: [orderAttributed, orderUpdated],
  emits: [],
  // Skips an `orderUpdated` event if none of these fields changed. The list omits `discountCodeId`, because a separate event,
  // `orderAttributed`, reports each new attribution.
  keeps: keepsOf(orderUpdated, ["orderStatus", "financialStatus", "isReal", "discountCodes", "customerId"]),
  handleBatch: (tx, events) => countUsages(tx, events.map(usageOf)),
});

function usageOf({ data, time: emittedAt }: EventOf<typeof orderAttributed | typeof orderUpdated>): OrderUsage {
  const { rowId, discountCodeId, discountCodes, countsAsUse, customerId, updatedAt } = data;
  const nameKeys = [...new Set(discountCodes.map(nameKey))];
  return { orderId: rowId, discountCodeId: countsAsUse ? discountCodeId : null, customerId, updatedAt, emittedAt, nameKeys };
}
