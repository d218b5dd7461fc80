import type { GrantState } from "../generated/types.js";
import type { Decision } from "./ordinals.js";

export type DecisionResult =
  | { made: true }
  | { made: false; fault?: undefined }
  | { made: false; fault: "ALREADY_DECIDED" | "INVALID_TRANSITION"; why: string };

const words: Record<Decision, string> = { RELEASED: "released", DECLINED: "declined" };

interface DecidedGrant {
  state: GrantState;
  decision: Decision | null;
  /** True if the grant's store connection was deleted. */
  isConnectionDeleted: boolean;
}

const lost = "The store connection of the grant's credit was deleted, so the grant cannot be released. Decline the grant.";

export function decideGrant(grant: DecidedGrant, wanted: Decision): DecisionResult {
  if (grant.decision === wanted) return { made: false };
  if (grant.decision)
    return { made: false, fault: "ALREADY_DECIDED", why: `The grant is already ${words[grant.decision]}; a decision is final.` };
  if (grant.state === "HELD" && grant.isConnectionDeleted && wanted === "RELEASED")
    return { made: false, fault: "INVALID_TRANSITION", why: lost };
  if (grant.state === "HELD") return { made: true };
  return { made: false, fault: "INVALID_TRANSITION", why: `The grant is ${grant.state}; only HELD grants can be ${words[wanted]}.` };
}
