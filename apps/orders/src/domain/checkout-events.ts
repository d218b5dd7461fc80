import type { CheckoutStatus } from "../generated/types.js";
import { checkoutStatuses } from "./ranks.js";

/** Events to emit for a checkout. */
export interface CheckoutEvents {
  abandoned: boolean;
  converted: boolean;
}

/** Compares the status before (null: new) and after a change. Both are ranks. */
export function checkoutEvents(before: number | null, after: number): CheckoutEvents {
  const became = (status: CheckoutStatus) => before !== after && checkoutStatuses[after] === status;
  return { abandoned: became("ABANDONED"), converted: became("CONVERTED") };
}
