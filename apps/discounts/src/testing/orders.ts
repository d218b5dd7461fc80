import { type ToldOrder as Order, orderOf as orderWith } from "@offergraph/shared/testing/orders";

export type { ToldOrder as Order } from "@offergraph/shared/testing/orders";

/** An open order that counts as a use of the code that it was sent with, as events of orders carry it, and changes to it. */
export function orderOf(changes: Partial<Order> = {}): Order {
  const at = "2026-06-01T12:00:00.000Z";
  return orderWith({
    ...{ createdAt: at, updatedAt: at, placedAt: at, paidAt: null, currencyId: "usd", totalPrice: "100", discountCodes: ["SUMMER"] },
    ...{ attributionMethod: "DISCOUNT_CODE", attributedRevenue: "100", attributionScoredAt: at, countsAsUse: true, ...changes },
  });
}
