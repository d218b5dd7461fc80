import type { Principal } from "@offergraph/shared/access/principal";
import { PublicError } from "@offergraph/shared/errors/public-error";

/** Allows only sessions, and rejects API keys of every level. */
export function requireSession({ isSession }: Principal): void {
  if (isSession) return;
  throw new PublicError("access_level_insufficient", "API keys cannot change members or keys, not even with the level ADMIN.", {
    fix: "Use a member's session (ms_live_… or ms_test_…). An operator can create a session with: npm run offergraph -- admin member sign-in --member <id>.",
  });
}
