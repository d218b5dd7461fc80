import { grantStates, valueOfRank } from "./ranks.js";
import { isForPeople, labelOf, type Worth } from "./worth.js";

/** What came of an incentive's rule for a response, as the visitor may see it (decisions.md 5). */
export interface VisibleGrant {
  kind: string;
  state: string;
  code?: string;
  label?: string;
  /** When the code starts to work, while it is SCHEDULED. */
  startsAt?: string;
  expiresAt?: string;
}

/** A grant as it is stored, with what its discount code is worth. */
export interface StoredGrant extends Worth {
  state: number;
  code: string | null;
  expiresAt: string | null;
  /** Of its discount code. */
  codeStartsAt?: string | null;
  codeEndsAt?: string | null;
}

/** States of grants that may still become a reward. */
const openStates: readonly string[] = ["PENDING", "HELD", "ISSUING"];

/** True if one of the grants may still become a reward. */
export const hasOpenGrant = (grants: readonly VisibleGrant[]): boolean => grants.some(({ state }) => openStates.includes(state));

/** Of these nothing is given: a visitor is told that, and no more. */
const comeToNothing: readonly string[] = ["DECLINED", "CAPPED", "FAILED"];

/**
 * What a visitor may see of grants. Code and end are of a reward that is there to be used; what comes to nothing has no label; why a
 * grant is held, declined or failed, and how far the visitor was trusted, is nobody's here.
 */
export function visibleGrants(grants: readonly StoredGrant[]): VisibleGrant[] {
  return grants.filter(isForPeople).map((grant) => {
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

/** The earlier end of the grant's own and its code's. Both are UTC with milliseconds, so that they compare as texts. */
function endOf({ expiresAt, codeEndsAt = null }: StoredGrant): string | null {
  if (expiresAt === null || codeEndsAt === null) return expiresAt ?? codeEndsAt;
  return expiresAt < codeEndsAt ? expiresAt : codeEndsAt;
}
