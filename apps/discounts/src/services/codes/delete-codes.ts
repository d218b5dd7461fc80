import { discountCodeDeleted, type postUpdated } from "@offergraph/shared/contracts/events/discounts";
import { deleteCodes } from "../../db/change-codes.js";
import { readAliasesOf } from "../../db/names.js";
import { type DiscountCodeRow, idsOf } from "../../db/rows.js";
import type { Tx } from "../../tx.js";
import { removeFromPosts } from "../posts/posts.js";

/** Deletes codes, removes the codes from posts, and emits an event for each code. The caller must have locked the codes. */
export async function deleteLockedCodes(
  tx: Tx<typeof discountCodeDeleted | typeof postUpdated>,
  codes: readonly DiscountCodeRow[],
): Promise<void> {
  const ids = idsOf(codes);
  const aliases = await readAliasesOf(tx.sql, ids);
  await removeFromPosts(tx, ids);
  await deleteCodes(tx, ids);
  for (const { rowId, code } of codes) tx.emit(discountCodeDeleted, rowId, { rowId, code, aliasedCodes: aliases.get(rowId) ?? [] });
}

/** Returns the error message for a code that an incentive uses. */
export function inUseMessage(code: string, incentive: { rowId: string; name: string }, hasOthers = false): string {
  const others = hasOthers ? " and other incentives" : "";
  return `Discount code ${code} is used by the incentive "${incentive.name}" (${incentive.rowId})${others}. Archive each incentive or change its rules first.`;
}
