import {
  creditBooked,
  grantFailed,
  grantIssued,
  grantRedeemed,
  grantRequested,
  grantReversed,
} from "@offergraph/shared/contracts/events/incentives";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { lockCodeEnd } from "../../db/code-ends.js";
import { cancelTask, changeGrant, type GrantChange, scheduleTask } from "../../db/grants.js";
import type { EligibleRule } from "../../db/outcomes.js";
import type { GrantRow } from "../../db/rows.js";
import { withdrawalReason } from "../../domain/eligibility.js";
import { deliveries, incentiveKinds } from "../../domain/ordinals.js";
import { deliveryOf, endReason, expiryOf, prefixOf, retryDelayAfter, soonest } from "../../domain/reward.js";
import type { Tx } from "../../tx.js";
import { bookBenefits } from "./benefits.js";
import { fail, grantDataOf, redeemByEarlierOrder, reverseIfUndone } from "./transitions.js";

export const issueEvents = [grantRequested, grantIssued, grantFailed, grantReversed, creditBooked] as const;
export type IssueTx = Tx<(typeof issueEvents)[number]>;

/**
 * Issues an ISSUING grant, or requests its code from the discounts service. Fails the grant if the reward was withdrawn after the outcome.
 */
export async function issue(tx: IssueTx, grant: GrantRow, rule: EligibleRule): Promise<GrantRow> {
  const withdrawn = withdrawalReason(rule, grant.outcomeAt);
  if (withdrawn) return fail(tx, grant.rowId, withdrawn);
  if (grant.kind === incentiveKinds.indexOf("discount")) return requestCode(tx, grant, rule, 1);
  const refusal = await bookBenefits(tx, grant, "ISSUED");
  if (refusal) return fail(tx, grant.rowId, refusal);
  return reverseIfUndone(tx, await setIssued(tx, grant.rowId, expiryOf(rule.terms, tx.now)));
}

/** `times` counts the requests for the grant's code, including this request. */
export async function requestCode(
  tx: Tx<typeof grantRequested>,
  grant: GrantRow,
  { terms }: EligibleRule,
  times: number,
): Promise<GrantRow> {
  const { rowId, discountCodeId, customerId } = grant;
  if (discountCodeId === null) throw new Error(`Invariant violated: grant ${rowId} has no discount code.`);
  await scheduleTask(tx, rowId, "ISSUE", new Date(tx.now.getTime() + retryDelayAfter(times)), times);
  const expiresAt = expiryOf(terms, tx.now)?.toISOString() ?? null;
  const [delivery, prefix] = [deliveryOf(terms), prefixOf(terms)];
  tx.emit(grantRequested, rowId, { rowId, discountCodeId, delivery, prefix, expiresAt, customerId });
  return grant;
}

export const issueCodeEvents = [grantIssued, grantFailed, grantRedeemed, grantReversed] as const;

export async function issueCode(
  tx: Tx<(typeof issueCodeEvents)[number]>,
  grant: GrantRow,
  rule: EligibleRule,
  { code, startsAt }: { code: string; startsAt: string | null },
): Promise<GrantRow> {
  const codeEnd = await lockCodeEnd(tx, grant.discountCodeId);
  const withdrawn = withdrawalReason(rule, grant.outcomeAt) ?? endReason(codeEnd, tx.now);
  if (withdrawn) return fail(tx, grant.rowId, withdrawn);
  await cancelTask(tx, grant.rowId, "ISSUE");
  const codeKey = nameKey(code);
  const issued = await setIssued(tx, grant.rowId, soonest(expiryOf(rule.terms, tx.now), codeEnd), {
    ...{ code, codeKey, startsAt: startsAt === null ? null : new Date(startsAt) },
  });
  return redeemByEarlierOrder(tx, issued, { codeKey, delivery: deliveries.indexOf(deliveryOf(rule.terms)) });
}

async function setIssued(
  tx: Tx<typeof grantIssued>,
  rowId: string,
  expiresAt: Date | null,
  code?: Pick<GrantChange, "code" | "codeKey" | "startsAt">,
): Promise<GrantRow> {
  const issuedAt = tx.now;
  const grant = await changeGrant(tx, rowId, { state: "ISSUED", issuedAt, expiresAt, ownExpiresAt: expiresAt, ...code });
  if (expiresAt) await scheduleTask(tx, rowId, "EXPIRE", expiresAt);
  tx.emit(grantIssued, rowId, { ...grantDataOf(grant), issuedAt: issuedAt.toISOString() });
  return grant;
}
