import { nameKey } from "@offergraph/shared/schema/name-key";
import { toScaled } from "@offergraph/shared/schema/scaled";

/** Fields of an order's event. Amounts are decimals. */
interface OrderData {
  rowId: string;
  updatedAt: string;
  customerId: string | null;
  placedAt: string;
  isReal: boolean;
  orderStatus: string;
  financialStatus: string;
  totalPrice: string;
  refundedTotal: string;
  discountCodes: readonly string[];
  discountCodeId: string | null;
  formResponseId: string | null;
}

/** An order as stored by incentives. */
export interface OrderReference
  extends Pick<OrderData, "rowId" | "updatedAt" | "customerId" | "placedAt" | "isReal" | "discountCodeId" | "formResponseId"> {
  isCancelled: boolean;
  isRefunded: boolean;
  /** Keys of its discount codes. */
  nameKeys: string[];
}

/** Converts an order. It counts as refunded if fully refunded or its status is REFUNDED. */
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
