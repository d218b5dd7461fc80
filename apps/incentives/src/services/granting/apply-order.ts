import { creditBooked, grantRedeemed, grantReversed, grantUnredeemed } from "@offergraph/shared/contracts/events/incentives";
import { lockCodeEnd } from "../../db/code-ends.js";
import { changeGrant, scheduleTask } from "../../db/grants.js";
import { type CodeGrantRow, lockEarned, lockRedeemable, lockRedeemed, readRedeemedKeys } from "../../db/redemptions.js";
import type { OrderReference } from "../../domain/order-reference.js";
import { isUndone, isUnredeemed, usedOf } from "../../domain/redemption.js";
import { soonest } from "../../domain/reward.js";
import type { Tx } from "../../tx.js";
import { grantDataOf, redeem, redeemByEarlierOrder, reverse, reverseIfUndone } from "./transitions.js";

export const orderEvents = [grantUnredeemed, grantRedeemed, grantReversed, creditBooked] as const;
type OrderTx = Tx<(typeof orderEvents)[number]>;

export interface OrderApplication {
  order: OrderReference;
  /** True if the order's previous version redeemed grants. */
  hasRedeemed: boolean;
  /** Responses that led to the order, by attribution or by a granted code. */
  formResponseIds: readonly string[];
}

/** Revokes invalid redemptions, redeems at most one grant per code, and reverses grants. */
export async function applyOrder(tx: OrderTx, { order, hasRedeemed, formResponseIds }: OrderApplication): Promise<void> {
  const { nameKeys } = order;
  if (hasRedeemed)
    for (const grant of await lockRedeemed(tx, order.rowId)) if (isUnredeemed(order, nameKeys, grant)) await unredeem(tx, grant);
  const mayRedeem = formResponseIds.length > 0 && nameKeys.length > 0 && order.isReal;
  if (mayRedeem) await redeemGrants(tx, order);
  if (isUndone(order) && (hasRedeemed || mayRedeem))
    for (const { rowId } of await lockRedeemed(tx, order.rowId)) await reverse(tx, rowId, order.rowId);
  // Locks the grants before reading the grants' orders, because concurrent transactions may write these orders.
  if (formResponseIds.length > 0) for (const grant of await lockEarned(tx, formResponseIds)) await reverseIfUndone(tx, grant);
}

async function redeemGrants(tx: OrderTx, order: OrderReference): Promise<void> {
  const redeemed = new Set(await readRedeemedKeys(tx.sql, order.rowId));
  const open = order.nameKeys.filter((key) => !redeemed.has(key));
  const redeemable = open.length === 0 ? [] : await lockRedeemable(tx, order, open);
  for (const key of open) {
    const ofKey = redeemable.filter(({ codeKey }) => codeKey === key);
    const grant = usedOf(order, ofKey);
    if (grant) await redeem(tx, grant.rowId, order);
  }
}

/** Sets a redeemed grant back to ISSUED. Another stored order with the same code may redeem the grant. */
async function unredeem(tx: OrderTx, { rowId, codeKey, delivery, discountCodeId, expiresAt: end }: CodeGrantRow): Promise<void> {
  const expiresAt = soonest(end, await lockCodeEnd(tx, discountCodeId));
  const grant = await changeGrant(tx, rowId, { state: "ISSUED", orderId: null, expiresAt });
  if (expiresAt) await scheduleTask(tx, rowId, "EXPIRE", expiresAt);
  tx.emit(grantUnredeemed, rowId, grantDataOf(grant));
  await redeemByEarlierOrder(tx, grant, { codeKey, delivery });
}
