import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { writeDecision } from "../../db/decide.js";
import { lockGrant } from "../../db/grants.js";
import type { GrantRow } from "../../db/rows.js";
import { decideGrant } from "../../domain/decision.js";
import { type Decision, decisions, grantStates, valueOfRank } from "../../domain/ranks.js";
import type { IncentiveWrite } from "./write.js";

const path = ["input", "grantId"];

/**
 * Decides about a held grant and runs `follow` in the same transaction. Repeating a decision changes nothing. Of concurrent decisions, the
 * first to lock the row wins.
 */
export async function decide(
  write: IncentiveWrite,
  grantId: string,
  wanted: Decision,
  follow: (write: IncentiveWrite, decided: GrantRow) => Promise<GrantRow>,
): Promise<GrantRow> {
  const grant = await lockGrant(write.read, grantId.toLowerCase());
  if (!grant) return rejectWith(write, path, "NOT_FOUND", "The grant does not exist in this workspace.");
  const decision = grant.decision === null ? null : valueOfRank(decisions, grant.decision);
  const verdict = decideGrant({ state: valueOfRank(grantStates, grant.state), decision }, wanted);
  if (!verdict.made && verdict.fault) return rejectWith(write, path, verdict.fault, verdict.why);
  write.check();
  if (!verdict.made) return grant;
  return follow(write, await writeDecision(write, grant.rowId, wanted));
}
