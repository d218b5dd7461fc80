import { responseHandled } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { type EligibleRule, readEarnings } from "../../db/earnings.js";
import { keepResponse, type ResponseReference } from "../../db/keep-responses.js";
import { claimKeys, lockForGrants, lockForOutcome, responseKey } from "../../db/locks.js";
import type { GrantRow } from "../../db/rows.js";
import { insertGrant } from "../../db/write-grants.js";
import { responseStatuses } from "../../domain/ranks.js";
import { rewardOf } from "../../domain/reward.js";
import { grantDataOf } from "../incentives/event-data.js";
import { emitState } from "./emit-state.js";
import { evaluateGrant, type Recipient } from "./evaluate-grant.js";
import { issue } from "./issue.js";
import { resolvePending } from "./resolve-pending.js";
import type { GrantWrite } from "./write.js";

/** Evaluates a response's outcome for all incentives of its form and creates the grants it earns. Existing grants do not change. */
export async function processOutcome(write: GrantWrite, response: ResponseReference): Promise<void> {
  const { rowId: formResponseId, formId, status, completedAt: outcomeAt, trustScore } = response;
  const outcome = responseStatuses.indexOf(status);
  await lockForOutcome(write, formId);
  const { isNew, ...claim } = await keepResponse(write, response);
  await lockForGrants(write, [...responseKey(formResponseId), ...claimKeys(claim)]);
  const grants = claim.customerId === null || isNew ? [] : await resolvePending(write, formResponseId, claim);
  const earnings = await readEarnings(write.read, formId, outcome, outcomeAt);
  for (const earning of earnings) {
    const grant = await grantEarning(write, earning, { formResponseId, ...claim, trustScore, outcomeAt });
    if (grant) grants.push(grant);
  }
  write.emit(responseHandled, formResponseId, { formResponseId, outcome: status, grants: grants.map(grantDataOf) });
}

/** Creates the grant of a rule if the response earns it. */
async function grantEarning(write: GrantWrite, earning: EligibleRule, earner: Recipient): Promise<GrantRow | undefined> {
  const verdict = await evaluateGrant(write, earning, earner);
  const failureReason = verdict.state === "FAILED" ? verdict.reason : null;
  // Customers outside the audience get no grant, not even a FAILED one.
  if (failureReason === "NOT_IN_AUDIENCE") return undefined;
  const { incentiveId, ruleId, tier } = earning;
  const { state } = verdict;
  const grant = await insertGrant(write, {
    ...earner,
    ...{ rowId: newId(), incentiveId, ruleId, state, tier, failureReason },
    // No customer yet: the claim must be verified first.
    ...(state === "PENDING" && { customerId: null, customerVerified: false }),
    ...rewardOf(earning),
  });
  if (!grant) return undefined;
  if (state === "ISSUING") return issue(write, grant, earning);
  emitState(write, grant);
  return grant;
}
