import { audiences, incentiveStatuses } from "./ranks.js";

/** Why a reward could not be given, where nobody else says so: `Grant.failureReason`. */
export type FailureReason =
  | "INCENTIVE_ARCHIVED"
  | "INCENTIVE_DELETED"
  | "FORM_UNPUBLISHED"
  | "FORM_DELETED"
  | "NOT_IN_AUDIENCE"
  | "BALANCE_LIMIT"
  | "CODE_DELETED"
  | "CODE_EXPIRED"
  | "NO_ANSWER";

/** How an incentive and the form of a response are by now. Times are ISO; the status is a rank. */
export interface Standing {
  status: number;
  isDeleted: boolean;
  isFormDeleted: boolean | null;
  /** Since when the form is shown no more; null: it is shown, or nothing is known of it. */
  unpublishedAt: string | null;
}

/** Why a reward that was earned at `outcomeAt` is given no more; null while it is. What is only paused gives what was earned before. */
export function whyWithdrawn({ status, isDeleted, isFormDeleted, unpublishedAt }: Standing, outcomeAt: string): FailureReason | null {
  if (isDeleted) return "INCENTIVE_DELETED";
  if (status === incentiveStatuses.indexOf("ARCHIVED")) return "INCENTIVE_ARCHIVED";
  if (isFormDeleted) return "FORM_DELETED";
  if (unpublishedAt !== null && Date.parse(unpublishedAt) >= Date.parse(outcomeAt)) return "FORM_UNPUBLISHED";
  return null;
}

/** Whether a customer is one of those whom an incentive is for: `hasOrdered` before the outcome. Null: it is for everyone. */
export function isInAudience(audience: number | null, hasOrdered: boolean): boolean {
  return audience === null || audience === audiences.indexOf(hasOrdered ? "RETURNING" : "NEW");
}

/** Whether somebody has to look at a response before it is rewarded. One that is trusted exactly as far as asked is not held. */
export function isHeld(minTrustScore: number | null, trustScore: number | null): boolean {
  return minTrustScore !== null && trustScore !== null && trustScore < minTrustScore;
}
