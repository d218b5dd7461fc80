import { creditBooked, grantVerified } from "@offergraph/shared/contracts/events/incentives";
import { changeGrant, lockClaimed } from "../../db/grants.js";
import { type ResponseClaim, readRulesOfGrants } from "../../db/outcomes.js";
import type { GrantRow } from "../../db/rows.js";
import { isBalance } from "../../domain/eligibility.js";
import { grantStates, valueOfOrdinal } from "../../domain/ordinals.js";
import type { Tx } from "../../tx.js";
import { bookBenefits } from "./benefits.js";
import { isWithinLimit } from "./limit.js";
import { grantDataOf } from "./transitions.js";

export const confirmEvents = [grantVerified, creditBooked] as const;
export type ConfirmTx = Tx<(typeof confirmEvents)[number]>;

/**
 * Transfers HELD grants, credits and entitlements from an unverified claim to the verified customer. Skips grants that would exceed the
 * customer's cap.
 */
export async function confirmClaims(tx: ConfirmTx, formResponseId: string, claim: ResponseClaim): Promise<void> {
  const { customerId, customerVerified } = claim;
  if (customerId === null || !customerVerified) return;
  const claimed = await lockClaimed(tx, formResponseId, customerId);
  const ids = claimed.map(({ rowId }) => rowId);
  const ruleOf = ids.length === 0 ? undefined : await readRulesOfGrants(tx.sql, ids);
  for (const grant of claimed)
    if (ruleOf && (await isWithinLimit(tx, ruleOf(grant.rowId), claim, grant.outcomeAt))) await confirm(tx, grant);
}

async function confirm(tx: ConfirmTx, grant: GrantRow): Promise<void> {
  const state = valueOfOrdinal(grantStates, grant.state);
  if (state === "ISSUED" && isBalance(grant.kind)) {
    const refusal = await bookBenefits(tx, { ...grant, customerVerified: true }, "ISSUED");
    if (refusal) return;
    await bookBenefits(tx, grant, "REVERSED");
  }
  tx.emit(grantVerified, grant.rowId, grantDataOf(await changeGrant(tx, grant.rowId, { state, customerVerified: true })));
}
