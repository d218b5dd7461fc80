import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { changeGrant, lockGrant } from "../../db/grants.js";
import type { GrantRow } from "../../db/rows.js";
import { decideGrant } from "../../domain/decision.js";
import { type Decision, decisions, grantStates, valueOfOrdinal } from "../../domain/ordinals.js";
import type { MutationTx } from "../../tx.js";

const path = ["input", "grantId"];

/** A repeated decision changes nothing. Of concurrent decisions, the transaction that first locks the row stores its decision. */
export async function decide(tx: MutationTx, grantId: string, wanted: Decision): Promise<{ grant: GrantRow; isNew: boolean }> {
  const grant = await lockGrant(tx, grantId.toLowerCase());
  if (!grant) return rejectWith(tx, path, "NOT_FOUND", "The grant does not exist in this workspace.");
  const before = grant.decision === null ? null : valueOfOrdinal(decisions, grant.decision);
  const result = decideGrant({ state: valueOfOrdinal(grantStates, grant.state), decision: before }, wanted);
  if (!result.made && result.fault) return rejectWith(tx, path, result.fault, result.why);
  tx.check();
  if (!result.made) return { grant, isNew: false };
  const decision = decisions.indexOf(wanted);
  const state = wanted === "RELEASED" ? "ISSUING" : "DECLINED";
  return { grant: await changeGrant(tx, grant.rowId, { state, decision, decidedAt: tx.now }), isNew: true };
}
