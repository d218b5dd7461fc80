import { isSameAttribution, noAttribution } from "./attribution.js";
import { financialStatuses, orderStatuses } from "./ranks.js";

/** An order as events carry it. Statuses are ranks, amounts are ten-thousandths. */
export interface OrderState {
  rowId: string;
  createdAt: string;
  updatedAt: string;
  connectionId: string;
  externalRef: string;
  currencyId: string;
  customerId: string | null;
  customerRef: string | null;
  customerName: string | null;
  discountCodes: string[];
  totalPrice: string;
  refundedTotal: string;
  placedAt: string;
  paidAt: string | null;
  orderStatus: number;
  financialStatus: number;
  fulfillmentStatus: number;
  isReal: boolean;
  originRefs: string[];
  integrationSlug: string | null;
  discountCodeId: string | null;
  partnerId: string | null;
  formResponseId: string | null;
  bestTier: string | null;
  attributionMethod: string | null;
  attributedRevenue: string | null;
  attributionScoredAt: string | null;
}

/** Fields that a store can change. */
const saidFields = [
  "currencyId",
  "customerId",
  "customerRef",
  "customerName",
  "discountCodes",
  "totalPrice",
  "refundedTotal",
  "placedAt",
  "paidAt",
  "orderStatus",
  "financialStatus",
  "fulfillmentStatus",
  "isReal",
  "originRefs",
  "integrationSlug",
] as const satisfies readonly (keyof OrderState)[];

/** Events to emit for an order, in this order. */
export interface OrderEvents {
  placed: boolean;
  /** Fields changed by the store; empty for a new order. */
  changed: (typeof saidFields)[number][];
  attributed: boolean;
  /** Increase of the refunded total in ten-thousandths, or 0. */
  newlyRefunded: bigint;
  cancelled: boolean;
}

/** Compares an order before (null: new) and after a change. */
export function orderEvents(before: OrderState | null, after: OrderState): OrderEvents {
  const grown = BigInt(after.refundedTotal) - BigInt(before?.refundedTotal ?? 0);
  return {
    placed: !before,
    changed: before ? saidFields.filter((field) => !isSame(before[field], after[field])) : [],
    attributed: !isSameAttribution(before ?? noAttribution, after),
    newlyRefunded: grown > 0n ? grown : 0n,
    cancelled: isCancelled(after) && !(before && isCancelled(before)),
  };
}

/** True if the order counts as a use of its discount code: real, not cancelled, payment not voided. */
export function countsAsUse(order: Pick<OrderState, "isReal" | "orderStatus" | "financialStatus">): boolean {
  return order.isReal && !isCancelled(order) && financialStatuses[order.financialStatus] !== "VOIDED";
}

/** FRAUD is not a cancellation: only the merchant cancels. */
function isCancelled({ orderStatus }: Pick<OrderState, "orderStatus">): boolean {
  return orderStatuses[orderStatus] === "CANCELLED";
}

function isSame(one: OrderState[keyof OrderState], other: OrderState[keyof OrderState]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
