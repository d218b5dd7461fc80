import { nameKey } from "@offergraph/shared/schema/name-key";
import { toScaled } from "@offergraph/shared/schema/scaled";

/** An order as its store told of it, as far as grants need it. Amounts are decimals. */
interface ToldOrder {
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

/** An order as incentives keep it. */
export interface OrderReference
  extends Pick<ToldOrder, "rowId" | "updatedAt" | "customerId" | "placedAt" | "isReal" | "discountCodeId" | "formResponseId"> {
  isCancelled: boolean;
  isRefunded: boolean;
  /** The keys of the codes that it was sent with. */
  nameKeys: string[];
}

/** What is kept of an order. It counts as refunded once all of its price was paid back, or its store says so. */
export function orderReferenceOf(order: ToldOrder): OrderReference {
  const { rowId, updatedAt, customerId, placedAt, isReal, discountCodeId, formResponseId } = order;
  const [total, refunded] = [toScaled(order.totalPrice), toScaled(order.refundedTotal)];
  return {
    rowId,
    updatedAt,
    customerId,
    placedAt,
    isReal,
    discountCodeId,
    formResponseId,
    isCancelled: order.orderStatus === "CANCELLED",
    isRefunded: order.financialStatus === "REFUNDED" || (refunded > 0n && refunded >= total),
    nameKeys: [...new Set(order.discountCodes.map(nameKey))],
  };
}
