import type { orderUpdated } from "@offergraph/shared/contracts/events/orders";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { toScaled } from "@offergraph/shared/schema/scaled";

type OrderEventData = EventOf<typeof orderUpdated>["data"];
type CopiedFields = "rowId" | "updatedAt" | "customerId" | "placedAt" | "isReal" | "discountCodeId" | "formResponseId";
type OrderData = Pick<OrderEventData, CopiedFields | "totalPrice" | "refundedTotal" | "discountCodes"> & {
  orderStatus: string;
  financialStatus: string;
};

export interface OrderReference extends Pick<OrderEventData, CopiedFields> {
  isCancelled: boolean;
  isRefunded: boolean;
  nameKeys: string[];
}

/**
 * Converts an event's order to the stored fields. An order counts as refunded if its status is REFUNDED or its refunds cover the full
 * price.
 */
export function orderReferenceOf(order: OrderData): OrderReference {
  const { rowId, updatedAt, customerId, placedAt, isReal, discountCodeId, formResponseId } = order;
  const [total, refunded] = [toScaled(order.totalPrice), toScaled(order.refundedTotal)];
  return {
    ...{ rowId, updatedAt, customerId, placedAt, isReal, discountCodeId, formResponseId },
    isCancelled: order.orderStatus === "CANCELLED",
    isRefunded: order.financialStatus === "REFUNDED" || (refunded > 0n && refunded >= total),
    nameKeys: [...new Set(order.discountCodes.map(nameKey))],
  };
}
