import type { orderPlaced } from "@offergraph/shared/contracts/events/orders";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { isSameAttribution, noAttribution } from "./attribution.js";
import type { SentDiscounts } from "./discounts-given.js";
import { financialStatuses, orderStatuses } from "./ordinals.js";

type Statuses = "orderStatus" | "financialStatus" | "fulfillmentStatus";
/** The `data` of order events, with statuses as ordinals and amounts as ten-thousandths. */
export type OrderState = Omit<EventOf<typeof orderPlaced>["data"], Statuses | "countsAsUse" | "discountApplications"> &
  Pick<SentDiscounts, "discountAmounts"> &
  Record<Statuses, number>;

const storeFields = [
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

/** Compares an order before and after a change, and returns the events to emit. `before` is null for a new order. */
export function orderEvents(before: OrderState | null, after: OrderState) {
  const grown = BigInt(after.refundedTotal) - BigInt(before?.refundedTotal ?? 0);
  return {
    placed: !before,
    changed: before ? changedFields(before, after) : [],
    attributed: !isSameAttribution(before ?? noAttribution, after),
    newlyRefunded: grown > 0n ? grown : 0n,
    cancelled: isCancelled(after) && !(before && isCancelled(before)),
  };
}

function changedFields(before: OrderState, after: OrderState) {
  const changed = storeFields.filter((field) => !isSame(before[field], after[field]));
  // A discount application consists of a discount code and its amount.
  const hasSameApplications = !changed.includes("discountCodes") && isSame(before.discountAmounts, after.discountAmounts);
  return hasSameApplications ? changed : [...changed, "discountApplications" as const];
}

/** True if the order is real and not CANCELLED, and its payment is not VOIDED. */
export function countsAsUse(order: Pick<OrderState, "isReal" | "orderStatus" | "financialStatus">): boolean {
  return order.isReal && !isCancelled(order) && financialStatuses[order.financialStatus] !== "VOIDED";
}

/** FRAUD does not count as a cancellation, because only the merchant cancels orders. */
function isCancelled({ orderStatus }: Pick<OrderState, "orderStatus">): boolean {
  return orderStatuses[orderStatus] === "CANCELLED";
}

function isSame(one: OrderState[keyof OrderState], other: OrderState[keyof OrderState]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
