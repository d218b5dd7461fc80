import type { CheckoutsSummary } from "../generated/types.js";
import { checkoutStages, checkoutStatuses } from "./ranks.js";

/** Number of checkouts with this status and stage (ranks). */
export interface CheckoutCount {
  status: number;
  stage: number;
  count: number;
}

/** Sums disjoint counts. */
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
