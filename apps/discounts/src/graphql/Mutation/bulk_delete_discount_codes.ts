import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { discountCodeDeleted, postUpdated } from "@offergraph/shared/contracts/events/discounts";
import { idsOf } from "../../db/rows.js";
import { deleteLockedCodes, inUseMessage } from "../../services/codes/delete-codes.js";
import { lockListedCodes } from "../../services/codes/find-code.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context, MutationContext } from "../context.js";

const path = ["input", "ids"];

export const bulk_delete_discount_codes: MutationField<"bulk_delete_discount_codes"> = mutation(
  {
    emits: [discountCodeDeleted, postUpdated],
    prepare: async ({ input }, context: Context & MutationContext) =>
      context.errors.any ? [] : context.findIncentivesOfCodes([...new Set(input.ids.map((id) => id.toLowerCase()))]),
  },
  async (tx, { input }, _context, incentives) => {
    const codes = await lockListedCodes(tx, input.ids, path);
    if (!incentives)
      return rejectWith(tx, path, "UNAVAILABLE", "The service could not check whether an incentive uses these codes. Try again.");
    const usedBy = new Map(incentives.map((incentive) => [incentive.discountCodeId, incentive]));
    const codeOf = new Map(codes.map(({ rowId, code }) => [rowId, code]));
    input.ids.forEach((id, position) => {
      const incentive = usedBy.get(id.toLowerCase());
      if (incentive) tx.errors.add([...path, position], "IN_USE", inUseMessage(codeOf.get(id.toLowerCase()) ?? id, incentive));
    });
    tx.check();
    await deleteLockedCodes(tx, codes);
    return { deletedIds: idsOf(codes) };
  },
);
