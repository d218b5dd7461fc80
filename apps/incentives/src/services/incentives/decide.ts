import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { readDeletedConnections } from "../../db/connections.js";
import { changeGrant, lockGrants, readGrants } from "../../db/grants.js";
import { customerKey, lockForGrants, responseKey } from "../../db/locks.js";
import type { GrantRow } from "../../db/rows.js";
import { type DecisionResult, decideGrant } from "../../domain/decision.js";
import { type Decision, decisions, grantStates, valueOfOrdinal } from "../../domain/ordinals.js";
import type { GrantDecisionFault } from "../../generated/types.js";
import type { MutationTx, Tx } from "../../tx.js";

const path = ["input", "grantId"];
const notFound = "The grant does not exist in this workspace.";

/** Releases or declines a grant. A repeated decision changes nothing. The first of several concurrent decisions is stored. */
export async function decide(tx: MutationTx, grantId: string, wanted: Decision): Promise<{ grant: GrantRow; isNew: boolean }> {
  const grant = (await lockToDecide(tx, [grantId.toLowerCase()], wanted))[0];
  if (!grant) return rejectWith(tx, path, "NOT_FOUND", notFound);
  const result = resultFor(grant, wanted, await readDeletedConnections(tx.sql, [grant]));
  if (!result.made && result.fault) return rejectWith(tx, path, result.fault, result.why);
  tx.check();
  if (!result.made) return { grant, isNew: false };
  return { grant: await storeDecision(tx, grant.rowId, wanted), isNew: true };
}

export interface GrantDecision {
  grantId: string;
  isDecided: boolean;
  grant: GrantRow | null;
  reason: GrantDecisionFault | null;
  message: string | null;
}

/** Decides about each grant independently. Ignores repeated ids. `isNew` is true if this call made the decision. */
export async function decideEach(tx: Tx, ids: readonly string[], wanted: Decision): Promise<(GrantDecision & { isNew: boolean })[]> {
  const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
  const locked = new Map((await lockToDecide(tx, distinct, wanted)).map((grant) => [grant.rowId, grant]));
  const deleted = await readDeletedConnections(tx.sql, [...locked.values()]);
  const results: (GrantDecision & { isNew: boolean })[] = [];
  for (const grantId of distinct) {
    const grant = locked.get(grantId) ?? null;
    const result = grant ? resultFor(grant, wanted, deleted) : ({ made: false, fault: "NOT_FOUND", why: notFound } as const);
    const decided = grant && result.made ? await storeDecision(tx, grantId, wanted) : grant;
    const [reason, message] = result.made || !result.fault ? [null, null] : [result.fault, result.why];
    results.push({ grantId, isDecided: reason === null, grant: decided, reason, message, isNew: result.made });
  }
  return results;
}

/**
 * Locks grants. Before a release, locks the responses and customers first, like all transactions that issue grants. If a grant's customer
 * has changed in the meantime, returns the previous version of the grant.
 */
async function lockToDecide(tx: Tx, ids: readonly string[], wanted: Decision): Promise<GrantRow[]> {
  if (wanted === "DECLINED") return lockGrants(tx, ids);
  const before = await readGrants(tx.sql, ids);
  await lockForGrants(
    tx,
    before.flatMap(({ formResponseId, customerId }) => [...responseKey(formResponseId), ...customerKey(customerId)]),
  );
  const known = new Map(before.map((grant) => [grant.rowId, grant]));
  return (await lockGrants(tx, ids)).flatMap((grant) => {
    const earlier = known.get(grant.rowId);
    return earlier && earlier.customerId !== grant.customerId ? earlier : grant;
  });
}

function resultFor(grant: GrantRow, wanted: Decision, deleted: ReadonlySet<string>): DecisionResult {
  const before = grant.decision === null ? null : valueOfOrdinal(decisions, grant.decision);
  const isConnectionDeleted = grant.connectionId !== null && deleted.has(grant.connectionId);
  return decideGrant({ state: valueOfOrdinal(grantStates, grant.state), decision: before, isConnectionDeleted }, wanted);
}

function storeDecision(tx: Tx, rowId: string, wanted: Decision): Promise<GrantRow> {
  const state = wanted === "RELEASED" ? "ISSUING" : "DECLINED";
  return changeGrant(tx, rowId, { state, decision: decisions.indexOf(wanted), decidedAt: tx.now });
}
