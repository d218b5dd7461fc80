import type { CheckoutStatus } from "../generated/types.js";
import { checkoutStatuses } from "./ranks.js";

/** What is told of a checkout. */
export interface CheckoutHappenings {
  abandoned: boolean;
  converted: boolean;
}

/** What became of a checkout between what its status was (null: it is new) and what it is; both ranks. */
export function checkoutHappenings(before: number | null, after: number): CheckoutHappenings {
  const became = (status: CheckoutStatus) => before !== after && checkoutStatuses[after] === status;
  return { abandoned: became("ABANDONED"), converted: became("CONVERTED") };
}
