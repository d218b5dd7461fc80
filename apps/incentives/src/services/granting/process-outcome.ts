import { responseHandled } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { changeGrant, insertGrant, lockPending } from "../../db/grants.js";
import { claimKeys, lockForGrants, lockForOutcome, responseKey } from "../../db/locks.js";
import {
  type EligibleRule,
  hasOrderedBefore,
  keepResponse,
  type ResponseClaim,
  type ResponseReference,
  readEligibleRules,
  readRulesOfGrants,
} from "../../db/outcomes.js";
import type { GrantRow } from "../../db/rows.js";
import { type FailureReason, isForAnyone, isHeld, isInAudience, needsVerification, withdrawalReason } from "../../domain/eligibility.js";
import { responseStatuses } from "../../domain/ordinals.js";
import { rewardOf } from "../../domain/reward.js";
import type { Tx } from "../../tx.js";
import { confirmClaims, confirmEvents } from "./confirm-claims.js";
import { issue, issueEvents } from "./issue.js";
import { isWithinLimit } from "./limit.js";
import { emitUnissued, grantDataOf, unissuedEvents } from "./transitions.js";

const grantEvents = [...issueEvents, ...unissuedEvents, ...confirmEvents] as const;
export const outcomeEvents = [...grantEvents, responseHandled] as const;
export type OutcomeTx = Tx<(typeof outcomeEvents)[number]>;
type GrantTx = Tx<(typeof grantEvents)[number]>;

/** Creates the grants that a response earns. Existing grants do not change. */
export async function processOutcome(tx: OutcomeTx, response: ResponseReference): Promise<void> {
  const { rowId: formResponseId, formId, status, completedAt: outcomeAt, trustScore, trustReasons } = response;
  const outcome = responseStatuses.indexOf(status);
  await lockForOutcome(tx, formId);
  const { isNew, ...claim } = await keepResponse(tx, response);
  await lockForGrants(tx, [...responseKey(formResponseId), ...claimKeys(claim)]);
  const grants = isNew ? [] : await applyCustomer(tx, formResponseId, claim);
  for (const rule of await readEligibleRules(tx.sql, formId, outcome, outcomeAt)) {
    const grant = await createGrant(tx, rule, { formResponseId, ...claim, trustScore, outcomeAt }, trustReasons);
    if (grant) grants.push(grant);
  }
  tx.emit(responseHandled, formResponseId, { formResponseId, outcome: status, grants: grants.map(grantDataOf) });
}

/** Stores a customer who became known or verified after the outcome, and decides the PENDING grants. */
export async function identifyCustomer(tx: GrantTx, response: ResponseReference): Promise<void> {
  const { isNew, ...claim } = await keepResponse(tx, response);
  await lockForGrants(tx, [...responseKey(response.rowId), ...claimKeys(claim)]);
  await applyCustomer(tx, response.rowId, claim);
}

interface Recipient extends ResponseClaim {
  formResponseId: string;
  trustScore: number | null;
  outcomeAt: string;
}

async function createGrant(tx: GrantTx, rule: EligibleRule, recipient: Recipient, trustReasons: string[]): Promise<GrantRow | undefined> {
  const { state, failureReason } = await evaluateRule(tx, rule, recipient);
  // Customers outside the audience get no grant.
  if (failureReason === "NOT_IN_AUDIENCE") return undefined;
  const { incentiveId, ruleId, tier } = rule;
  const { verificationExpected, ...claim } = recipient;
  const grant = await insertGrant(tx, {
    ...claim,
    ...{ rowId: newId(), incentiveId, ruleId, state, tier, failureReason, trustReasons },
    // A PENDING grant has no customer, because the customer is unknown or not verified.
    ...(state === "PENDING" && { customerId: null, customerVerified: false }),
    ...rewardOf(rule),
  });
  return grant && issueOrEmit(tx, grant, rule, state);
}

/** Confirms claims, and returns the PENDING grants that it decided. The caller must have locked the response and the customer. */
async function applyCustomer(tx: GrantTx, formResponseId: string, claim: ResponseClaim): Promise<GrantRow[]> {
  await confirmClaims(tx, formResponseId, claim);
  return resolvePending(tx, formResponseId, claim);
}

async function resolvePending(tx: GrantTx, formResponseId: string, claim: ResponseClaim): Promise<GrantRow[]> {
  const { customerId, customerVerified } = claim;
  const pending = customerId === null ? [] : await lockPending(tx, formResponseId);
  if (pending.length === 0) return [];
  const ids = pending.map(({ rowId }) => rowId);
  const ruleOf = await readRulesOfGrants(tx.sql, ids);
  const resolved: GrantRow[] = [];
  for (const { rowId, trustScore, outcomeAt } of pending) {
    const rule = ruleOf(rowId);
    const { state, failureReason } = await evaluateRule(tx, rule, { formResponseId, ...claim, trustScore, outcomeAt });
    // The customer is known but not verified, so the grant stays PENDING.
    if (state === "PENDING") continue;
    const grant = await changeGrant(tx, rowId, { state, customerId, customerVerified, failureReason });
    resolved.push(await issueOrEmit(tx, grant, rule, state));
  }
  return resolved;
}

async function issueOrEmit(tx: GrantTx, grant: GrantRow, rule: EligibleRule, state: Evaluation["state"]): Promise<GrantRow> {
  if (state === "ISSUING") return issue(tx, grant, rule);
  emitUnissued(tx, grant);
  return grant;
}

interface Evaluation {
  state: "PENDING" | "HELD" | "ISSUING" | "CAPPED" | "FAILED";
  failureReason: FailureReason | null;
}

/** Decides the state of a reward's grant. The caller must have locked the customer, because concurrent grants could exceed the cap. */
async function evaluateRule(tx: GrantTx, rule: EligibleRule, recipient: Recipient): Promise<Evaluation> {
  const { customerId, trustScore, outcomeAt } = recipient;
  const { audience } = rule;
  const failed = (failureReason: FailureReason): Evaluation => ({ state: "FAILED", failureReason });
  const isUnproven = !recipient.customerVerified && needsVerification(rule, recipient.verificationExpected);
  if (customerId !== null && !isUnproven && audience !== null) {
    const hasOrdered = await hasOrderedBefore(tx.sql, customerId, outcomeAt);
    if (!isInAudience(audience, hasOrdered)) return failed("NOT_IN_AUDIENCE");
  }
  const withdrawn = withdrawalReason(rule, outcomeAt);
  if (withdrawn) return failed(withdrawn);
  const isPending = isUnproven || (customerId === null && !isForAnyone(rule));
  if (isPending) return { state: "PENDING", failureReason: null };
  if (!(await isWithinLimit(tx, rule, recipient, outcomeAt))) return { state: "CAPPED", failureReason: null };
  return { state: isHeld(rule.minTrustScore, trustScore) ? "HELD" : "ISSUING", failureReason: null };
}
