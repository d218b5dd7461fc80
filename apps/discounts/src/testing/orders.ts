import { type OrderEvent as Order, orderOf as orderWith } from "@offergraph/testkit/orders";

export type { OrderEvent as Order } from "@offergraph/testkit/orders";

/** Returns the data of an event about an open order that uses a code; `changes` overrides fields. */
export function orderOf(changes: Partial<Order> = {}): Order {
  const at = "2026-06-01T12:00:00.000Z";
  return orderWith({
    ...{ createdAt: at, updatedAt: at, placedAt: at, paidAt: null, currencyId: "usd", totalPrice: "100", discountCodes: ["SUMMER"] },
    ...{ attributionMethod: "DISCOUNT_CODE", attributedRevenue: "100", attributionScoredAt: at, countsAsUse: true, ...changes },
  });
}
