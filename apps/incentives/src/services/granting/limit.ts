import { type EligibleRule, readCapUsage, readOrdersAround } from "../../db/outcomes.js";
import { type Claim, isWithinCap, windowOf } from "../../domain/eligibility.js";
import { limitPeriods, valueOfOrdinal } from "../../domain/ordinals.js";
import type { Tx } from "../../tx.js";

type LimitRule = Pick<EligibleRule, "incentiveId" | "limitCount" | "limitPeriod">;

/** True if another grant for an outcome at `outcomeAt` would not exceed the cap. The caller must have locked the customer. */
export async function isWithinLimit({ sql }: Tx, rule: LimitRule, claim: Claim, outcomeAt: string): Promise<boolean> {
  const { incentiveId, limitCount } = rule;
  const { customerId } = claim;
  if (limitCount === null || rule.limitPeriod === null || customerId === null) return true;
  const limitPeriod = valueOfOrdinal(limitPeriods, rule.limitPeriod);
  const around = limitPeriod === "ORDER" ? await readOrdersAround(sql, customerId, outcomeAt) : { before: null, after: null };
  const at = Date.parse(outcomeAt);
  const taken = await readCapUsage(sql, incentiveId, claim, windowOf(limitPeriod, at, around));
  return isWithinCap({ limitCount, limitPeriod }, at, taken);
}
