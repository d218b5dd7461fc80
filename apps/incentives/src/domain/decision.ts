import type { GrantState } from "../generated/types.js";
import type { Decision } from "./ordinals.js";

export type DecisionResult =
  | { made: true }
  | { made: false; fault?: undefined }
  | { made: false; fault: "ALREADY_DECIDED" | "INVALID_TRANSITION"; why: string };

const words: Record<Decision, string> = { RELEASED: "released", DECLINED: "declined" };

export function decideGrant(grant: { state: GrantState; decision: Decision | null }, wanted: Decision): DecisionResult {
  if (grant.decision === wanted) return { made: false };
  if (grant.decision)
    return { made: false, fault: "ALREADY_DECIDED", why: `The grant is already ${words[grant.decision]}; a decision is final.` };
  if (grant.state === "HELD") return { made: true };
  return { made: false, fault: "INVALID_TRANSITION", why: `The grant is ${grant.state}; only HELD grants can be ${words[wanted]}.` };
}
