import {
  type creditBooked,
  grantCapped,
  grantFailed,
  grantHeld,
  grantPending,
  grantRedeemed,
  grantReversed,
} from "@offergraph/shared/contracts/events/incentives";
import { cancelTask, changeGrant } from "../../db/grants.js";
import { type GivenCode, type OrderRow, readOrdersOfResponse, readOrdersWith } from "../../db/redemptions.js";
import type { GrantRow } from "../../db/rows.js";
import { grantStates, incentiveKinds, tiers, valueOfOrdinal } from "../../domain/ordinals.js";
import { countsForGrant, isUndone, uses } from "../../domain/redemption.js";
import type { Tx } from "../../tx.js";
import { bookBenefits } from "./benefits.js";

export function grantDataOf({ workspaceId, kind, state, tier, decision, used, trustReasons, ...rest }: GrantRow) {
  return {
    ...rest,
    kindSlug: valueOfOrdinal(incentiveKinds, kind),
    state: valueOfOrdinal(grantStates, state),
    tier: tier === null ? null : valueOfOrdinal(tiers, tier),
  };
}

export const unissuedEvents = [grantPending, grantHeld, grantCapped, grantFailed] as const;
const eventOf = { PENDING: grantPending, HELD: grantHeld, CAPPED: grantCapped } as const;

export function emitUnissued(tx: Tx<(typeof unissuedEvents)[number]>, grant: GrantRow): void {
  const state = valueOfOrdinal(grantStates, grant.state);
  if (state === "FAILED") emitFailed(tx, grant);
  else if (state === "PENDING" || state === "HELD" || state === "CAPPED") tx.emit(eventOf[state], grant.rowId, grantDataOf(grant));
  else throw new Error(`Invariant violated: no event is defined for a new grant in state ${state}.`);
}

/** Sets a grant to FAILED, which is final. */
export async function fail(tx: Tx<typeof grantFailed>, rowId: string, failureReason: string): Promise<GrantRow> {
  await cancelTask(tx, rowId, "ISSUE");
  const failed = await changeGrant(tx, rowId, { state: "FAILED", failureReason });
  emitFailed(tx, failed);
  return failed;
}

function emitFailed(tx: Tx<typeof grantFailed>, grant: GrantRow): void {
  tx.emit(grantFailed, grant.rowId, { ...grantDataOf(grant), failureReason: grant.failureReason ?? "" });
}

/** Redeems a grant if a stored order already used the grant's code. Of several orders, the oldest redeems the grant. */
export async function redeemByEarlierOrder(
  tx: Tx<typeof grantRedeemed | typeof grantReversed>,
  grant: GrantRow,
  code: GivenCode,
): Promise<GrantRow> {
  const given = { ...grant, ...code };
  const order = (await readOrdersWith(tx.sql, given)).find((one) => uses(one, given));
  if (!order) return grant;
  const redeemed = await redeem(tx, grant.rowId, order);
  return isUndone(order) ? reverse(tx, grant.rowId, order.rowId) : redeemed;
}

export async function redeem(tx: Tx<typeof grantRedeemed>, rowId: string, order: OrderRow): Promise<GrantRow> {
  await cancelTask(tx, rowId, "EXPIRE");
  const grant = await changeGrant(tx, rowId, { state: "REDEEMED", orderId: order.rowId, failureReason: null });
  tx.emit(grantRedeemed, rowId, grantDataOf(grant));
  return grant;
}

/** Reverses a credit, entitlement or label if all orders of the response were canceled or fully refunded. */
export async function reverseIfUndone(tx: Tx<typeof grantReversed | typeof creditBooked>, grant: GrantRow): Promise<GrantRow> {
  const orders = (await readOrdersOfResponse(tx.sql, grant.formResponseId)).filter((order) => countsForGrant(order, grant));
  const last = orders.at(-1);
  if (!last || !orders.every(isUndone)) return grant;
  await bookBenefits(tx, grant, "REVERSED");
  return reverse(tx, grant.rowId, last.rowId);
}

export async function reverse(tx: Tx<typeof grantReversed>, rowId: string, orderId: string): Promise<GrantRow> {
  await cancelTask(tx, rowId, "EXPIRE");
  const grant = await changeGrant(tx, rowId, { state: "REVERSED", orderId });
  tx.emit(grantReversed, rowId, grantDataOf(grant));
  return grant;
}
