import { discountCodeDeleted } from "@offergraph/shared/events/catalog/discounts";
import { refuse } from "@offergraph/shared/subgraph/refuse";
import { lockCodes, readAliasesOf } from "../../data/discount-codes.js";
import { deleteCode } from "../../data/write-code.js";
import type { MutationResolvers } from "../../generated/types.js";
import type { NamedIncentive } from "../../references/incentives-of.js";
import { type CodeWrite, mutateCodes } from "../../writes/write.js";

const path = ["input", "id"];

/** Deletes a discount code that no incentive gives. Orders, responses and grants keep its id. */
export const delete_discount_code: NonNullable<MutationResolvers["delete_discount_code"]> = async (_source, { input }, context) => {
  const incentives = await context.findIncentivesOf(input.id.toLowerCase());
  return mutateCodes(context, async (write) => {
    const [code] = await lockCodes(write.read, [input.id]);
    if (!code) return refuse(write, path, "NOT_FOUND", "There is no such discount code in this workspace.");
    checkUnused(write, code.code, incentives);
    const { rowId } = code;
    const aliasedCodes = (await readAliasesOf(write.read, [rowId])).get(rowId) ?? [];
    await deleteCode(write, rowId);
    write.emit(discountCodeDeleted, rowId, { rowId, code: code.code, aliasedCodes });
    return { deletedId: rowId };
  });
};

/** A code that a rule gives stays until its incentive is archived: the rewards that were promised are made of it. */
function checkUnused(write: CodeWrite, code: string, incentives: readonly NamedIncentive[] | undefined): void {
  if (!incentives) refuse(write, path, "UNAVAILABLE", "The incentives that give this code cannot be looked up at the moment. Try again.");
  const [first, ...more] = incentives;
  if (!first) return;
  const others = more.length > 0 ? " and others" : "";
  refuse(
    write,
    path,
    "IN_USE",
    `Discount code ${code} is given by the incentive "${first.name}" (${first.rowId})${others}. Archive it or replace its rules first.`,
  );
}
