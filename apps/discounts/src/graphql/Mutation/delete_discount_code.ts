import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { discountCodeDeleted } from "@offergraph/shared/contracts/events/discounts";
import { lockCodes, readAliasesOf } from "../../db/discount-codes.js";
import { deleteCode } from "../../db/write-code.js";
import type { MutationResolvers } from "../../generated/types.js";
import { type CodeWrite, mutateCodes } from "../../services/codes/write.js";
import type { NamedIncentive } from "../../services/incentives/incentives-of.js";

const path = ["input", "id"];

export const delete_discount_code: NonNullable<MutationResolvers["delete_discount_code"]> = async (_source, { input }, context) => {
  const incentives = await context.findIncentivesOf(input.id.toLowerCase());
  return mutateCodes(context, async (write) => {
    const [code] = await lockCodes(write.read, [input.id]);
    if (!code) return rejectWith(write, path, "NOT_FOUND", "There is no such discount code in this workspace.");
    checkUnused(write, code.code, incentives);
    const { rowId } = code;
    const aliasedCodes = (await readAliasesOf(write.read, [rowId])).get(rowId) ?? [];
    await deleteCode(write, rowId);
    write.emit(discountCodeDeleted, rowId, { rowId, code: code.code, aliasedCodes });
    return { deletedId: rowId };
  });
};

/** Rejects the deletion of a code that an incentive gives: promised rewards depend on it. */
function checkUnused(write: CodeWrite, code: string, incentives: readonly NamedIncentive[] | undefined): void {
  if (!incentives) rejectWith(write, path, "UNAVAILABLE", "Could not check whether an incentive gives this code. Try again.");
  const [first, ...more] = incentives;
  if (!first) return;
  const others = more.length > 0 ? " and others" : "";
  rejectWith(
    write,
    path,
    "IN_USE",
    `The incentive "${first.name}" (${first.rowId})${others} gives discount code ${code}. Archive the incentive or change its rules first.`,
  );
}
