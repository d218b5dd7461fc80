import { creditBooked, grantExpired, grantFailed, grantRequested, grantRestored } from "@offergraph/shared/contracts/events/incentives";
import { lockUsable, readCodeEnd, readOwnEnd } from "../../db/code-ends.js";
import { claimDue, type DueTask } from "../../db/due-grants.js";
import { changeGrant, readGrants, scheduleTask } from "../../db/grants.js";
import { type EligibleRule, readRulesOfGrants } from "../../db/outcomes.js";
import type { GrantRow } from "../../db/rows.js";
import { withdrawalReason } from "../../domain/eligibility.js";
import { grantStates, grantTasks, incentiveKinds } from "../../domain/ordinals.js";
import { endReason, mayRetry } from "../../domain/reward.js";
import type { Tx } from "../../tx.js";
import { bookBenefits } from "./benefits.js";
import { requestCode } from "./issue.js";
import { fail, grantDataOf } from "./transitions.js";

export const dueTaskEvents = [grantExpired, grantRestored, grantRequested, grantFailed, creditBooked] as const;
type DueTaskTx = Tx<(typeof dueTaskEvents)[number]>;

/** Runs a batch of due tasks, and returns the ids of their grants. */
export async function runDueTasks(tx: DueTaskTx, max: number): Promise<string[]> {
  const due = await claimDue(tx, max);
  if (due.length === 0) return [];
  const ids = due.map(({ grantId }) => grantId);
  const grants = new Map((await readGrants(tx.sql, ids)).map((grant) => [grant.rowId, grant]));
  const ruleOf = await readRulesOfGrants(tx.sql, ids);
  for (const task of due) {
    const grant = grants.get(task.grantId);
    if (!grant) throw new Error(`Invariant violated: grant ${task.grantId} of a due task not found.`);
    if (task.task === grantTasks.indexOf("EXPIRE")) await expire(tx, grant);
    else if (task.task === grantTasks.indexOf("RESTORE")) await restore(tx, grant);
    else await retryIssue(tx, grant, ruleOf(task.grantId), task);
  }
  return ids;
}

async function expire(tx: DueTaskTx, grant: GrantRow): Promise<void> {
  if (grant.state !== grantStates.indexOf("ISSUED")) return;
  const end = grant.expiresAt === null ? tx.now : new Date(grant.expiresAt);
  const failureReason = endReason(await readCodeEnd(tx.sql, grant.discountCodeId), end);
  const expired = await changeGrant(tx, grant.rowId, { state: "EXPIRED", failureReason });
  if (grant.kind !== incentiveKinds.indexOf("discount")) await bookBenefits(tx, expired, "EXPIRED");
  tx.emit(grantExpired, grant.rowId, grantDataOf(expired));
}

/** Restores a grant that ended early because its code ended. Does nothing if the code has ended again. */
async function restore(tx: DueTaskTx, { rowId, state, failureReason, discountCodeId }: GrantRow): Promise<void> {
  if (state !== grantStates.indexOf("EXPIRED") || failureReason !== "CODE_EXPIRED") return;
  const ownEnd = await readOwnEnd(tx.sql, rowId);
  if (ownEnd !== null && Date.parse(ownEnd) <= tx.now.getTime()) return;
  const isUsable = await lockUsable(tx, discountCodeId);
  // Does not wait for the lock, because the transaction that holds the lock may wait for this grant.
  if (isUsable === undefined) return scheduleTask(tx, rowId, "RESTORE", tx.now);
  if (!isUsable) return;
  const expiresAt = ownEnd === null ? null : new Date(ownEnd);
  const restored = await changeGrant(tx, rowId, { state: "ISSUED", expiresAt, failureReason: null });
  if (expiresAt) await scheduleTask(tx, rowId, "EXPIRE", expiresAt);
  tx.emit(grantRestored, rowId, grantDataOf(restored));
}

async function retryIssue(tx: DueTaskTx, grant: GrantRow, rule: EligibleRule, { attempts }: DueTask): Promise<void> {
  const isPending = grant.state === grantStates.indexOf("PENDING");
  if (!isPending && grant.state !== grantStates.indexOf("ISSUING")) return;
  const withdrawn = withdrawalReason(rule, grant.outcomeAt);
  if (withdrawn) await fail(tx, grant.rowId, withdrawn);
  else if (isPending) return;
  else if (mayRetry(attempts)) await requestCode(tx, grant, rule, attempts + 1);
  else await fail(tx, grant.rowId, "NO_ANSWER");
}
