import { grantIssued, grantRequested } from "@offergraph/shared/contracts/events/incentives";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { readCodeEnd } from "../../db/code-ends.js";
import { dropTask, planTask } from "../../db/due-grants.js";
import type { EligibleRule } from "../../db/earnings.js";
import type { GrantRow } from "../../db/rows.js";
import { changeGrant } from "../../db/write-grants.js";
import { type CodeEnd, endReason, soonest } from "../../domain/code-end.js";
import { withdrawalReason } from "../../domain/earning.js";
import { deliveries, incentiveKinds } from "../../domain/ranks.js";
import { retryDelayAfter } from "../../domain/retry-policy.js";
import { deliveryOf, expiryOf, prefixOf } from "../../domain/reward.js";
import { grantDataOf } from "../incentives/event-data.js";
import { give } from "./benefits.js";
import { emitState } from "./emit-state.js";
import { matchRedemption } from "./match-redemption.js";
import type { GrantWrite } from "./write.js";

/** A grant's rule with the current state of its incentive and form. */
export type Issuing = Pick<EligibleRule, "terms" | "status" | "isDeleted" | "isFormDeleted" | "unpublishedAt">;

/** Issues an ISSUING grant, or requests its code. Fails it if the reward was withdrawn since it was earned. */
export async function issue(write: GrantWrite, grant: GrantRow, issuing: Issuing): Promise<GrantRow> {
  const withdrawn = withdrawalReason(issuing, grant.outcomeAt);
  if (withdrawn) return fail(write, grant.rowId, withdrawn);
  if (grant.kind === incentiveKinds.indexOf("discount")) return ask(write, grant, issuing, 1);
  return finish(write, grant, issuing);
}

/** A code issued by discounts. `startsAt` is set if it is in the future. */
export interface GivenNow {
  code: string;
  startsAt: string | null;
}

/** Issues a grant with its code. */
export async function issueCode(write: GrantWrite, grant: GrantRow, issuing: Issuing, given: GivenNow): Promise<GrantRow> {
  const codeEnd = await readCodeEnd(write.read, grant.discountCodeId);
  const withdrawn = withdrawalReason(issuing, grant.outcomeAt) ?? endReason(codeEnd, write.now);
  if (withdrawn) return fail(write, grant.rowId, withdrawn);
  await dropTask(write, grant.rowId, "ISSUE");
  return finish(write, grant, issuing, { ...given, ...codeEnd });
}

/** Requests a grant's code from discounts. `times` counts requests from 1. */
export async function ask(write: GrantWrite, grant: GrantRow, { terms }: Pick<Issuing, "terms">, times: number): Promise<GrantRow> {
  const { rowId, discountCodeId } = grant;
  if (discountCodeId === null) throw new Error(`Invariant violated: grant ${grant.rowId} has no discount code.`);
  const { now } = write;
  await planTask(write, rowId, "ISSUE", new Date(now.getTime() + retryDelayAfter(times)), times);
  const expiresAt = expiryOf(terms, now)?.toISOString() ?? null;
  write.emit(grantRequested, rowId, { rowId, discountCodeId, delivery: deliveryOf(terms), prefix: prefixOf(terms), expiresAt });
  return grant;
}

/** Sets a grant to FAILED, which is final. */
export async function fail(write: GrantWrite, rowId: string, failureReason: string): Promise<GrantRow> {
  await dropTask(write, rowId, "ISSUE");
  const failed = await changeGrant(write, rowId, { state: "FAILED", failureReason });
  emitState(write, failed);
  return failed;
}

async function finish(write: GrantWrite, earned: GrantRow, { terms }: Issuing, by?: CodeEnd & GivenNow): Promise<GrantRow> {
  const { now } = write;
  const { rowId } = earned;
  const refusal = await give(write, earned);
  if (refusal) return fail(write, rowId, refusal);
  const own = expiryOf(terms, now);
  const expiresAt = by ? soonest(own, by) : own;
  const given = by && { codeKey: nameKey(by.code), delivery: deliveries.indexOf(deliveryOf(terms)) };
  const grant = await changeGrant(write, rowId, {
    ...{ state: "ISSUED", issuedAt: now, expiresAt, ownExpiresAt: expiresAt },
    ...(by && given && { code: { code: by.code, key: given.codeKey }, startsAt: by.startsAt }),
  });
  if (expiresAt) await planTask(write, rowId, "EXPIRE", expiresAt);
  const { issuedAt } = grant;
  if (issuedAt === null) throw new Error(`Invariant violated: grant ${rowId} has no issuedAt after it was issued.`);
  write.emit(grantIssued, rowId, { ...grantDataOf(grant), issuedAt });
  return matchRedemption(write, grant, given);
}
