import { discountCodeDeleted } from "@offergraph/shared/events/catalog/discounts";
import { refuse } from "@offergraph/shared/subgraph/refuse";
import { lockCodes, readAliasesOf } from "../../data/discount-codes.js";
import { deleteCode } from "../../data/write-code.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateCodes } from "../../writes/write.js";

/** Deletes a discount code. Orders, responses and grants keep its id. */
export const delete_discount_code: NonNullable<MutationResolvers["delete_discount_code"]> = (_source, { input }, context) =>
  mutateCodes(context, async (write) => {
    const [code] = await lockCodes(write.read, [input.id]);
    if (!code) return refuse(write, ["input", "id"], "NOT_FOUND", "There is no such discount code in this workspace.");
    const { rowId } = code;
    const aliasedCodes = (await readAliasesOf(write.read, [rowId])).get(rowId) ?? [];
    await deleteCode(write, rowId);
    write.emit(discountCodeDeleted, rowId, { rowId, code: code.code, aliasedCodes });
    return { deletedId: rowId };
  });
