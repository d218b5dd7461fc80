import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { discountCodeDeleted, postUpdated } from "@offergraph/shared/contracts/events/discounts";
import { lockCodes } from "../../db/discount-codes.js";
import { deleteLockedCodes, inUseMessage } from "../../services/codes/delete-codes.js";
import type { NamedIncentive } from "../../services/incentives/incentives-of.js";
import { type MutationField, type MutationTx, mutation } from "../../tx.js";
import type { Context } from "../context.js";

const path = ["input", "id"];

export const delete_discount_code: MutationField<"delete_discount_code"> = mutation(
  {
    emits: [discountCodeDeleted, postUpdated],
    prepare: ({ input }, context: Context) => context.findIncentivesOf(input.id.toLowerCase()),
  },
  async (tx, { input }, _context, incentives) => {
    const [code] = await lockCodes(tx, [input.id]);
    if (!code) return rejectWith(tx, path, "NOT_FOUND", "There is no such discount code in this workspace.");
    checkUnused(tx, code.code, incentives);
    await deleteLockedCodes(tx, [code]);
    return { deletedId: code.rowId };
  },
);

/** Rejects the deletion if an incentive uses the code, or if the incentives service did not respond. */
function checkUnused(tx: MutationTx, code: string, incentives: readonly NamedIncentive[] | undefined): void {
  if (!incentives) rejectWith(tx, path, "UNAVAILABLE", "The service could not check whether an incentive uses this code. Try again.");
  const [first, ...more] = incentives;
  if (first) rejectWith(tx, path, "IN_USE", inUseMessage(code, first, more.length > 0));
}
