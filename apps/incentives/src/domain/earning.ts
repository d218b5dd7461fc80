import { audiences, incentiveStatuses } from "./ranks.js";

/** Values of `Grant.failureReason` set by this service. */
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

/** Current state of an incentive and the response's form. Times are ISO strings, the status is a rank. */
export interface Standing {
  status: number;
  isDeleted: boolean;
  isFormDeleted: boolean | null;
  /** When the form was unpublished; null: published or unknown. */
  unpublishedAt: string | null;
}

/** Returns why a reward earned at `outcomeAt` is no longer given, or null. A paused incentive still gives earlier rewards. */
export function withdrawalReason({ status, isDeleted, isFormDeleted, unpublishedAt }: Standing, outcomeAt: string): FailureReason | null {
  if (isDeleted) return "INCENTIVE_DELETED";
  if (status === incentiveStatuses.indexOf("ARCHIVED")) return "INCENTIVE_ARCHIVED";
  if (isFormDeleted) return "FORM_DELETED";
  if (unpublishedAt !== null && Date.parse(unpublishedAt) >= Date.parse(outcomeAt)) return "FORM_UNPUBLISHED";
  return null;
}

/** True if a customer is in the audience; null means everyone. `hasOrdered` refers to the time before the outcome. */
export function isInAudience(audience: number | null, hasOrdered: boolean): boolean {
  return audience === null || audience === audiences.indexOf(hasOrdered ? "RETURNING" : "NEW");
}

/** True if the trust score is below the minimum. */
export function isHeld(minTrustScore: number | null, trustScore: number | null): boolean {
  return minTrustScore !== null && trustScore !== null && trustScore < minTrustScore;
}
