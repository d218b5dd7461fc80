import { type Decision, decisions, grantStates } from "../domain/ranks.js";
import { lockGrant } from "./grants.js";
import type { GrantRow } from "./rows.js";
import type { Writing } from "./transaction.js";

/** Writes the decision about a locked, held grant. */
export async function writeDecision(writing: Writing, rowId: string, decision: Decision): Promise<GrantRow> {
  const { transaction, read, workspaceId, now } = writing;
  const state = grantStates.indexOf(decision === "RELEASED" ? "ISSUING" : "DECLINED");
  await transaction.grant.updateMany({
    where: { workspaceId, rowId },
    data: { state, decision: decisions.indexOf(decision), decidedAt: now, updatedAt: now },
  });
  const grant = await lockGrant(read, rowId);
  if (!grant) throw new Error(`Invariant violated: grant ${rowId} not found under its lock.`);
  return grant;
}
