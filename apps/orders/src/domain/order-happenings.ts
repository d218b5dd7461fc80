import { isSameAttribution, noAttribution } from "./attribution.js";
import { financialStatuses, orderStatuses } from "./ranks.js";

/** An order as events tell of it. Statuses are ranks, amounts whole numbers of ten-thousandths. */
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

/** What a store may change of an order. */
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

/** What happened to an order, in the order in which it is told. */
export interface OrderHappenings {
  placed: boolean;
  /** What its store changed of it; nothing of a new one. */
  changed: (typeof saidFields)[number][];
  attributed: boolean;
  /** By how much the refunded total grew, in ten-thousandths; zero when it did not. */
  newlyRefunded: bigint;
  cancelled: boolean;
}

/** What happened between what an order was (null: it is new) and what it is. */
export function orderHappenings(before: OrderState | null, after: OrderState): OrderHappenings {
  const grown = BigInt(after.refundedTotal) - BigInt(before?.refundedTotal ?? 0);
  return {
    placed: !before,
    changed: before ? saidFields.filter((field) => !isSame(before[field], after[field])) : [],
    attributed: !isSameAttribution(before ?? noAttribution, after),
    newlyRefunded: grown > 0n ? grown : 0n,
    cancelled: isCancelled(after) && !(before && isCancelled(before)),
  };
}

/** True for an order that counts as a use of its discount code: real, not cancelled, payment not voided (decisions.md 3). */
export function countsAsUse(order: Pick<OrderState, "isReal" | "orderStatus" | "financialStatus">): boolean {
  return order.isReal && !isCancelled(order) && financialStatuses[order.financialStatus] !== "VOIDED";
}

/** A fraud is none: only who took the order can call it off. */
function isCancelled({ orderStatus }: Pick<OrderState, "orderStatus">): boolean {
  return orderStatuses[orderStatus] === "CANCELLED";
}

function isSame(one: OrderState[keyof OrderState], other: OrderState[keyof OrderState]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
