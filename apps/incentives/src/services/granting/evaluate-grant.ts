import { hasOrderedBefore, readCapUsage, readOrdersAround } from "../../db/cap-usage.js";
import type { EligibleRule } from "../../db/earnings.js";
import { isWithinCap, windowOf } from "../../domain/cap.js";
import { type Claim, isForAnyone, needsVerification } from "../../domain/claim.js";
import { type FailureReason, isHeld, isInAudience, withdrawalReason } from "../../domain/earning.js";
import { limitPeriods, valueOfRank } from "../../domain/ranks.js";
import type { GrantWrite } from "./write.js";

/** The recipient of a reward, with response and time of the outcome. */
export interface Recipient extends Claim {
  formResponseId: string;
  verificationExpected: boolean;
  trustScore: number | null;
  outcomeAt: string;
}

/** State of a new grant. */
export type Verdict = { state: "PENDING" | "HELD" | "ISSUING" | "CAPPED" } | { state: "FAILED"; reason: FailureReason };

/** Decides about a reward. Requires the customer's lock, so that the cap is not exceeded. */
export async function evaluateGrant({ read }: Pick<GrantWrite, "read">, earning: EligibleRule, earner: Recipient): Promise<Verdict> {
  const { customerId, trustScore, outcomeAt } = earner;
  const { audience } = earning;
  const isUnproven = !earner.customerVerified && needsVerification(earning, earner.verificationExpected);
  if (
    customerId !== null &&
    !isUnproven &&
    audience !== null &&
    !isInAudience(audience, await hasOrderedBefore(read, customerId, outcomeAt))
  )
    return { state: "FAILED", reason: "NOT_IN_AUDIENCE" };
  const withdrawn = withdrawalReason(earning, outcomeAt);
  if (withdrawn) return { state: "FAILED", reason: withdrawn };
  if (isUnproven || (customerId === null && !isForAnyone(earning))) return { state: "PENDING" };
  if (!(await isWithinLimit({ read }, earning, earner, outcomeAt))) return { state: "CAPPED" };
  return { state: isHeld(earning.minTrustScore, trustScore) ? "HELD" : "ISSUING" };
}

async function isWithinLimit(
  { read }: Pick<GrantWrite, "read">,
  { incentiveId, limitCount, limitPeriod: rank }: EligibleRule,
  claim: Claim,
  outcomeAt: string,
): Promise<boolean> {
  const { customerId } = claim;
  if (limitCount === null || rank === null || customerId === null) return true;
  const limitPeriod = valueOfRank(limitPeriods, rank);
  const around = limitPeriod === "ORDER" ? await readOrdersAround(read, customerId, outcomeAt) : { before: null, after: null };
  const at = Date.parse(outcomeAt);
  const taken = await readCapUsage(read, incentiveId, claim, windowOf(limitPeriod, at, around));
  return isWithinCap({ limitCount, limitPeriod }, at, taken);
}
