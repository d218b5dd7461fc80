import { grantExpired } from "@offergraph/shared/contracts/events/incentives";
import { peekCodeEnd } from "../../db/code-ends.js";
import { claimDue, type DueTask } from "../../db/due-grants.js";
import { type EligibleRule, readEarned } from "../../db/earnings.js";
import { readGrants } from "../../db/grants.js";
import type { GrantRow } from "../../db/rows.js";
import { changeGrant } from "../../db/write-grants.js";
import { endReason } from "../../domain/code-end.js";
import { withdrawalReason } from "../../domain/earning.js";
import { grantStates, grantTasks } from "../../domain/ranks.js";
import { mayRetry } from "../../domain/retry-policy.js";
import { grantDataOf } from "../incentives/event-data.js";
import { takeBack } from "./benefits.js";
import { ask, fail } from "./issue.js";
import { restore } from "./restore.js";
import type { GrantWrite } from "./write.js";

/** Runs the due tasks of a batch of grants. Returns their ids; empty if nothing is due. */
export async function runDueTasks(write: GrantWrite, most: number): Promise<string[]> {
  const due = await claimDue(write, most);
  if (due.length === 0) return [];
  const ids = due.map(({ grantId }) => grantId);
  const grants = new Map((await readGrants(write.read, ids)).map((grant) => [grant.rowId, grant]));
  const earned = await readEarned(write.read, ids);
  for (const task of due) {
    const [grant, earning] = [grants.get(task.grantId), earned.get(task.grantId)];
    if (!grant || !earning) throw new Error(`Invariant violated: no grant or rule for due task of grant ${task.grantId}.`);
    if (task.task === grantTasks.indexOf("EXPIRE")) await expire(write, grant);
    else if (task.task === grantTasks.indexOf("RESTORE")) await restore(write, grant);
    else await askAgain(write, grant, earning, task);
  }
  return ids;
}

async function expire(write: GrantWrite, grant: GrantRow): Promise<void> {
  if (grant.state !== grantStates.indexOf("ISSUED")) return;
  const end = grant.expiresAt === null ? write.now : new Date(grant.expiresAt);
  const failureReason = endReason(await peekCodeEnd(write.read, grant.discountCodeId), end);
  const expired = await changeGrant(write, grant.rowId, { state: "EXPIRED", failureReason });
  await takeBack(write, expired, "EXPIRED");
  write.emit(grantExpired, grant.rowId, grantDataOf(expired));
}

async function askAgain(write: GrantWrite, grant: GrantRow, earning: EligibleRule, { attempts }: DueTask): Promise<void> {
  const isPending = grant.state === grantStates.indexOf("PENDING");
  if (!isPending && grant.state !== grantStates.indexOf("ISSUING")) return;
  const withdrawn = withdrawalReason(earning, grant.outcomeAt);
  if (withdrawn) await fail(write, grant.rowId, withdrawn);
  else if (isPending) return;
  else if (mayRetry(attempts)) await ask(write, grant, earning, attempts + 1);
  else await fail(write, grant.rowId, "NO_ANSWER");
}
