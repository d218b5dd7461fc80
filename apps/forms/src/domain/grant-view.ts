import { grantStates, valueOfRank } from "./ranks.js";
import { isCustomerFacing, labelOf, type RewardValue } from "./reward-label.js";

export interface GrantView {
  kind: string;
  state: string;
  code?: string;
  label?: string;
  /** Start of the code's validity while the code is SCHEDULED. */
  startsAt?: string;
  expiresAt?: string;
}

/** A grant as stored, with the value of its discount code. */
export interface StoredGrant extends RewardValue {
  state: number;
  code: string | null;
  expiresAt: string | null;
  codeStartsAt?: string | null;
  codeEndsAt?: string | null;
}

const openStates: readonly string[] = ["PENDING", "HELD", "ISSUING"];

/** True if a grant may still become a reward. */
export const hasOpenGrant = (grants: readonly GrantView[]): boolean => grants.some(({ state }) => openStates.includes(state));

/** Final states without a reward; visitors see only the state. */
const comeToNothing: readonly string[] = ["DECLINED", "CAPPED", "FAILED"];

/**
 * Returns what a visitor may see of grants. Code, start and end are visible only once a grant is ISSUED; grants without a reward have no
 * label. Reasons and trust scores are never visible.
 */
export function grantViews(grants: readonly StoredGrant[]): GrantView[] {
  return grants.filter(isCustomerFacing).map((grant) => {
    const { kind, code, codeStartsAt = null } = grant;
    const state = valueOfRank(grantStates, grant.state);
    const label = comeToNothing.includes(state) ? null : labelOf(grant);
    const isIssued = state === "ISSUED";
    const expiresAt = endOf(grant);
    return {
      kind,
      state,
      ...(isIssued && code !== null && { code }),
      ...(label !== null && { label }),
      ...(isIssued && code !== null && codeStartsAt !== null && { startsAt: codeStartsAt }),
      ...(isIssued && expiresAt !== null && { expiresAt }),
    };
  });
}

/** The earlier of the grant's and the code's end. Both are UTC with milliseconds, so that they compare as strings. */
function endOf({ expiresAt, codeEndsAt = null }: StoredGrant): string | null {
  if (expiresAt === null || codeEndsAt === null) return expiresAt ?? codeEndsAt;
  return expiresAt < codeEndsAt ? expiresAt : codeEndsAt;
}
