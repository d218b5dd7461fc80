import { grantStates, valueOfOrdinal } from "./ordinals.js";
import { isCustomerFacing, labelOf, type RewardValue } from "./reward-label.js";

export interface GrantView {
  kind: string;
  state: string;
  code?: string;
  label?: string;
  startsAt?: string;
  expiresAt?: string;
}

export interface StoredGrant extends RewardValue {
  state: number;
  code: string | null;
  expiresAt: string | null;
  codeStartsAt?: string | null;
  codeEndsAt?: string | null;
}

const openStates: readonly string[] = ["PENDING", "HELD", "ISSUING"];

export const hasOpenGrant = (grants: readonly GrantView[]): boolean => grants.some(({ state }) => openStates.includes(state));

const failedStates: readonly string[] = ["DECLINED", "CAPPED", "FAILED"];

/**
 * Returns the fields of the grants that visitors may see. Includes code, start and end only for ISSUED grants. Omits reasons and trust
 * scores.
 */
export function grantViews(grants: readonly StoredGrant[]): GrantView[] {
  return grants.filter(isCustomerFacing).map((grant) => {
    const { kind, code, codeStartsAt = null } = grant;
    const state = valueOfOrdinal(grantStates, grant.state);
    const label = failedStates.includes(state) ? null : labelOf(grant);
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

/** Returns the grant's end or the code's end, whichever is earlier. Compares strings, since both times are in UTC with milliseconds. */
function endOf({ expiresAt, codeEndsAt = null }: StoredGrant): string | null {
  if (expiresAt === null || codeEndsAt === null) return expiresAt ?? codeEndsAt;
  return expiresAt < codeEndsAt ? expiresAt : codeEndsAt;
}
