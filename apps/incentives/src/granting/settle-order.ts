import { grantFreed } from "@offergraph/shared/events/catalog/incentives";
import { readCodeEnd } from "../data/code-ends.js";
import { planTask } from "../data/due-grants.js";
import { type CodeGrantRow, lockEarned, lockUsable, lockUsed, type OrderRow, readUsedKeys } from "../data/used-grants.js";
import { changeGrant } from "../data/write-grants.js";
import { soonest } from "../domain/code-end.js";
import { isFreed, isUndone, usedOf } from "../domain/redemption.js";
import { grantDataOf } from "../events/publish.js";
import { findUse, redeem, reverse, reverseIfUndone } from "./find-use.js";
import type { GrantWrite } from "./write.js";

/** An order as it now is, and what it has to do with grants, also as it was before. */
export interface Settling {
  order: OrderRow;
  nameKeys: readonly string[];
  /** Whether grants were used for it before it was told of as it now is. */
  hasUsed: boolean;
  /** The responses that led to it, or of whose codes it has one. */
  formResponseIds: readonly string[];
}

/** Frees what an order uses no more, finds what it used, each of its codes once, and takes back what it used or earned when nothing came of it. */
export async function settleOrder(write: GrantWrite, { order, nameKeys, hasUsed, formResponseIds }: Settling): Promise<void> {
  if (hasUsed) for (const grant of await lockUsed(write.read, order.rowId)) if (isFreed(order, nameKeys, grant)) await free(write, grant);
  // Most orders come with codes that no grant has; those of a response may use the code that all share.
  const mayUse = formResponseIds.length > 0 && nameKeys.length > 0 && order.isReal;
  if (mayUse) await findUsed(write, order, nameKeys);
  if (isUndone(order) && (hasUsed || mayUse))
    for (const grant of await lockUsed(write.read, order.rowId)) await reverse(write, grant, order.rowId);
  // Other orders of a response may be settled at the same time: whoever locks its grants last sees what became of them all.
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

/** Lets a grant be used again until its end, if that is not over: by an order that is known already, or by the next. */
async function free(write: GrantWrite, { rowId, codeKey, delivery, discountCodeId, expiresAt: end }: CodeGrantRow): Promise<void> {
  const expiresAt = soonest(end, await readCodeEnd(write.read, discountCodeId));
  const grant = await changeGrant(write, rowId, { state: "ISSUED", orderId: null, expiresAt });
  if (expiresAt) await planTask(write, rowId, "EXPIRE", expiresAt);
  write.emit(grantFreed, rowId, grantDataOf(grant));
  await findUse(write, grant, { codeKey, delivery });
}
