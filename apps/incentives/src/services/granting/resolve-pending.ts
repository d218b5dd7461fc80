import { readEarned } from "../../db/earnings.js";
import { lockPending } from "../../db/grants.js";
import type { KeptResponse } from "../../db/keep-responses.js";
import type { GrantRow } from "../../db/rows.js";
import { changeGrant } from "../../db/write-grants.js";
import { emitState } from "./emit-state.js";
import { evaluateGrant } from "./evaluate-grant.js";
import { issue } from "./issue.js";
import type { GrantWrite } from "./write.js";

/** The claim of a response as known now. */
export type ResponseClaim = Omit<KeptResponse, "isNew">;

/** Decides about a response's PENDING grants. Requires the locks of the response and the customer. */
export async function resolvePending(write: GrantWrite, formResponseId: string, claim: ResponseClaim): Promise<GrantRow[]> {
  const { customerId, customerVerified } = claim;
  if (customerId === null) return [];
  const pending = await lockPending(write.read, formResponseId);
  if (pending.length === 0) return [];
  const earned = await readEarned(
    write.read,
    pending.map(({ rowId }) => rowId),
  );
  const resolved: GrantRow[] = [];
  for (const { rowId, trustScore, outcomeAt } of pending) {
    const earning = earned.get(rowId);
    if (!earning) throw new Error(`Invariant violated: no rule for grant ${rowId}.`);
    const verdict = await evaluateGrant(write, earning, { formResponseId, ...claim, trustScore, outcomeAt });
    // The customer is known but not verified yet.
    if (verdict.state === "PENDING") continue;
    const failureReason = verdict.state === "FAILED" ? verdict.reason : null;
    const grant = await changeGrant(write, rowId, { state: verdict.state, customerId, customerVerified, failureReason });
    if (verdict.state === "ISSUING") resolved.push(await issue(write, grant, earning));
    else {
      emitState(write, grant);
      resolved.push(grant);
    }
  }
  return resolved;
}
