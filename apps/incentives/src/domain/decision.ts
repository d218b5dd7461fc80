import type { GrantState } from "../generated/types.js";
import type { Decision } from "./ranks.js";

/** What a decision about a grant comes to. */
export type Verdict =
  | { made: true }
  | { made: false; fault?: undefined }
  | { made: false; fault: "ALREADY_DECIDED" | "INVALID_TRANSITION"; why: string };

const words: Record<Decision, string> = { RELEASED: "released", DECLINED: "declined" };

/** What becomes of a decision: it is made, was made before and changes nothing, or cannot be made. */
export function judge(grant: { state: GrantState; decision: Decision | null }, wanted: Decision): Verdict {
  if (grant.decision === wanted) return { made: false };
  if (grant.decision)
    return { made: false, fault: "ALREADY_DECIDED", why: `The grant was ${words[grant.decision]} before: a decision stands.` };
  if (grant.state === "HELD") return { made: true };
  return { made: false, fault: "INVALID_TRANSITION", why: `The grant is ${grant.state}: only one that is HELD can be ${words[wanted]}.` };
}
