import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { discountCodeDeleted } from "@offergraph/shared/contracts/events/discounts";
import { deleteCode } from "../../db/change-codes.js";
import { lockCodes } from "../../db/discount-codes.js";
import { readAliasesOf } from "../../db/names.js";
import type { NamedIncentive } from "../../services/incentives/incentives-of.js";
import { type MutationField, type MutationTx, mutation } from "../../tx.js";
import type { Context } from "../context.js";

const path = ["input", "id"];

export const delete_discount_code: MutationField<"delete_discount_code"> = mutation(
  {
    emits: [discountCodeDeleted],
    prepare: ({ input }, context: Context) => context.findIncentivesOf(input.id.toLowerCase()),
  },
  async (tx, { input }, _context, incentives) => {
    const [code] = await lockCodes(tx, [input.id]);
    if (!code) return rejectWith(tx, path, "NOT_FOUND", "There is no such discount code in this workspace.");
    checkUnused(tx, code.code, incentives);
    const { rowId } = code;
    const aliasedCodes = (await readAliasesOf(tx.sql, [rowId])).get(rowId) ?? [];
    await deleteCode(tx, rowId);
    tx.emit(discountCodeDeleted, rowId, { rowId, code: code.code, aliasedCodes });
    return { deletedId: rowId };
  },
);

/** Rejects the deletion of a code that an incentive uses, because promised rewards depend on the code. */
function checkUnused(tx: MutationTx, code: string, incentives: readonly NamedIncentive[] | undefined): void {
  if (!incentives) rejectWith(tx, path, "UNAVAILABLE", "Could not check whether an incentive uses this code. Try again.");
  const [first, ...more] = incentives;
  if (!first) return;
  const others = more.length > 0 ? " and others" : "";
  rejectWith(
    tx,
    path,
    "IN_USE",
    `Discount code ${code} is used by the incentive "${first.name}" (${first.rowId})${others}. Archive each incentive or change its rules first.`,
  );
}
