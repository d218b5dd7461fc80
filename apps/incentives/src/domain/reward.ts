import { deliveries, incentiveKinds } from "./ordinals.js";
import type { Terms } from "./terms.js";

interface RewardingRule {
  kind: number;
  discountCodeId: string | null;
  connectionId: string | null;
  terms: Terms;
}

/** The columns of a grant that describe the reward. Kind and delivery are ordinals. */
export type Reward = ReturnType<typeof rewardOf>;

export function rewardOf({ kind, discountCodeId, connectionId, terms }: RewardingRule) {
  const { amount_minor, currency, lookup_key, limit, fields, public_label } = terms;
  return {
    kind,
    delivery: kind === incentiveKinds.indexOf("discount") ? deliveries.indexOf(deliveryOf(terms)) : null,
    discountCodeId,
    connectionId,
    amountMinor: amount_minor === undefined ? null : String(amount_minor),
    currency: (currency as string | undefined) ?? null,
    lookupKey: (lookup_key as string | undefined) ?? null,
    entitlementLimit: (limit as number | undefined) ?? null,
    fields: fields ?? null,
    publicLabel: (public_label as string | undefined) ?? null,
  };
}

export function deliveryOf({ delivery = "SHARED" }: Terms) {
  return delivery as (typeof deliveries)[number];
}

export function prefixOf({ prefix }: Terms): string | null {
  return (prefix as string | undefined) ?? null;
}

const dayMs = 86_400_000;
const lastTime = Date.parse("9999-12-31T23:59:59.999Z");

/** Returns the expiry time of a reward that is issued at `now`. Returns null if the reward never expires or expires after the year 9999. */
export function expiryOf({ expires_in_days: days }: Terms, now: Date): Date | null {
  if (typeof days !== "number") return null;
  const end = now.getTime() + days * dayMs;
  return end > lastTime ? null : new Date(end);
}

/** End of a discount code, as known from events. Times are ISO strings. */
export interface CodeEnd {
  endsAt: string | null;
  /** The time when the code became EXPIRED or was deleted. */
  overSince: string | null;
  isDeleted: boolean;
}

/** Returns the earlier of the grant's expiry time (`own`) and the end of its code, or null. */
export function soonest(own: string | Date | null, { endsAt, overSince }: CodeEnd): Date | null {
  const times = [own, endsAt, overSince].flatMap((time) => (time === null ? [] : [new Date(time).getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

export function endReason(code: CodeEnd, at: Date): "CODE_DELETED" | "CODE_EXPIRED" | null {
  const end = soonest(null, code);
  if (end === null || end > at) return null;
  return code.isDeleted ? "CODE_DELETED" : "CODE_EXPIRED";
}

const firstWaitMs = 30_000;
const maxTimes = 8;

/** Returns the milliseconds until an unanswered request for a code is repeated. `times` is the number of requests so far. */
export function retryDelayAfter(times: number): number {
  return firstWaitMs * 2 ** (times - 1);
}

export function mayRetry(times: number): boolean {
  return times < maxTimes;
}
