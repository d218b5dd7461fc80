import { grantUnredeemed } from "@offergraph/shared/contracts/events/incentives";
import { readCodeEnd } from "../../db/code-ends.js";
import { planTask } from "../../db/due-grants.js";
import { type CodeGrantRow, lockEarned, lockUsable, lockUsed, type OrderRow, readUsedKeys } from "../../db/used-grants.js";
import { changeGrant } from "../../db/write-grants.js";
import { soonest } from "../../domain/code-end.js";
import { isUndone, isUnredeemed, usedOf } from "../../domain/redemption.js";
import { grantDataOf } from "../incentives/event-data.js";
import { matchRedemption, redeem, reverse, reverseIfUndone } from "./match-redemption.js";
import type { GrantWrite } from "./write.js";

/** The current version of an order, and its links to grants, previous versions included. */
export interface OrderApplication {
  order: OrderRow;
  nameKeys: readonly string[];
  /** Its previous version redeemed grants. */
  hasUsed: boolean;
  /** Responses it is or was attributed to, or whose codes it has. */
  formResponseIds: readonly string[];
}

/** Frees grants that an order no longer redeems, redeems one grant per code, and reverses grants if the order was cancelled or refunded. */
export async function applyOrder(write: GrantWrite, { order, nameKeys, hasUsed, formResponseIds }: OrderApplication): Promise<void> {
  if (hasUsed)
    for (const grant of await lockUsed(write.read, order.rowId)) if (isUnredeemed(order, nameKeys, grant)) await free(write, grant);
  // Most orders have no code of a grant; those attributed to a response may redeem its SHARED code.
  const mayUse = formResponseIds.length > 0 && nameKeys.length > 0 && order.isReal;
  if (mayUse) await findUsed(write, order, nameKeys);
  if (isUndone(order) && (hasUsed || mayUse))
    for (const grant of await lockUsed(write.read, order.rowId)) await reverse(write, grant, order.rowId);
  // Other orders of the response may be processed concurrently; the last one to lock the grants sees them all.
  if (formResponseIds.length > 0) for (const grant of await lockEarned(write.read, formResponseIds)) await reverseIfUndone(write, grant);
}

async function findUsed(write: GrantWrite, order: OrderRow, nameKeys: readonly string[]): Promise<void> {
  const used = new Set(await readUsedKeys(write.read, order.rowId));
  const open = nameKeys.filter((key) => !used.has(key));
  const usable: CodeGrantRow[] = open.length === 0 ? [] : await lockUsable(write.read, order, open);
  for (const key of open) {
    const grant = usedOf(
      order,
      usable.filter(({ codeKey }) => codeKey === key),
    );
    if (grant) await redeem(write, grant.rowId, order);
  }
}

/** Makes a grant ISSUED again until its end, and redeems it by another stored order if there is one. */
async function free(write: GrantWrite, { rowId, codeKey, delivery, discountCodeId, expiresAt: end }: CodeGrantRow): Promise<void> {
  const expiresAt = soonest(end, await readCodeEnd(write.read, discountCodeId));
  const grant = await changeGrant(write, rowId, { state: "ISSUED", orderId: null, expiresAt });
  if (expiresAt) await planTask(write, rowId, "EXPIRE", expiresAt);
  write.emit(grantUnredeemed, rowId, grantDataOf(grant));
  await matchRedemption(write, grant, { codeKey, delivery });
}
