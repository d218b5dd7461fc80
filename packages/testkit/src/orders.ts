import type { orderPlaced } from "@offergraph/shared/contracts/events/orders";
import { newId } from "@offergraph/shared/time/ids";
import type { z } from "zod";

export type OrderEvent = z.infer<typeof orderPlaced.data>;

const at = "2026-05-01T10:00:00.000Z";

/** Returns the event data of a paid order without attribution. */
export function orderOf(changes: Partial<OrderEvent> = {}): OrderEvent {
  return {
    rowId: newId(),
    createdAt: at,
    updatedAt: at,
    connectionId: newId(),
    externalRef: "#1",
    currencyId: "eur",
    customerId: null,
    customerRef: null,
    customerName: null,
    discountCodes: [],
    discountApplications: [],
    discountGiven: null,
    totalPrice: "10",
    refundedTotal: "0",
    placedAt: at,
    paidAt: at,
    orderStatus: "OPEN",
    financialStatus: "PAID",
    fulfillmentStatus: "OPEN",
    isReal: true,
    originRefs: [],
    integrationSlug: null,
    discountCodeId: null,
    partnerId: null,
    formResponseId: null,
    bestTier: null,
    attributionMethod: null,
    attributedRevenue: null,
    attributionScoredAt: null,
    countsAsUse: false,
    ...changes,
  };
}
