import type { CheckoutCondition, CheckoutStatus, CheckoutsSummary } from "../generated/types.js";
import { checkoutStages, checkoutStatuses } from "./ordinals.js";

/** Fields of `CheckoutCondition` that contain a filter, not a value. */
const filters = ["partnerId", "updatedAt"];

/** Converts a condition to an equivalent filter with `equalTo`, or with `isNull` for null. */
export function filterOfCondition(condition: CheckoutCondition | null | undefined): Record<string, unknown> {
  const given = Object.entries(condition ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([field, value]) => {
      if (value === null) return [field, { isNull: true }];
      return [field, filters.includes(field) ? value : { equalTo: value }];
    }),
  );
}

/**
 * Determines the events to emit after a checkout's status changed. The arguments are ordinals of statuses, and `before` is null for a new
 * checkout.
 */
export function checkoutEvents(before: number | null, after: number) {
  const became = (status: CheckoutStatus) => before !== after && checkoutStatuses[after] === status;
  return { abandoned: became("ABANDONED"), converted: became("CONVERTED") };
}

export interface CheckoutCount {
  status: number;
  stage: number;
  count: number;
}

export function summaryOf(counts: readonly CheckoutCount[]): CheckoutsSummary {
  const sum = (isMeant: (count: CheckoutCount) => boolean) => counts.filter(isMeant).reduce((total, { count }) => total + count, 0);
  const ofStatus = (wanted: (typeof checkoutStatuses)[number]) => sum(({ status }) => checkoutStatuses[status] === wanted);
  const ofStage = (wanted: (typeof checkoutStages)[number]) => sum(({ stage }) => checkoutStages[stage] === wanted);
  const total = sum(() => true);
  const [converted, abandoned] = [ofStatus("CONVERTED"), ofStatus("ABANDONED")];
  const rateOf = (part: number) => (total === 0 ? null : part / total);
  return {
    total,
    open: ofStatus("OPEN"),
    converted,
    abandoned,
    atCart: ofStage("CART"),
    atCheckout: ofStage("CHECKOUT"),
    conversionRate: rateOf(converted),
    abandonmentRate: rateOf(abandoned),
  };
}
