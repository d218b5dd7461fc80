import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { renameTag } from "../../db/change-codes.js";
import { deleteTag, isTagUsed, lockTags, writeTagColors } from "../../db/tags.js";
import { emitAllUpdated } from "../../services/codes/events.js";
import { lockTag, maxCodesOfTag } from "../../services/codes/lock-tag.js";
import { type MutationField, mutation } from "../../tx.js";

/** Renames a tag on all discount codes. If the new name is already a tag, merges the tags and keeps the existing color. */
export const bulk_rename_tag_across_workspace_discounts: MutationField<"bulk_rename_tag_across_workspace_discounts"> = mutation(
  { emits: [discountCodeUpdated] },
  async (tx, { input }) => {
    tx.check();
    const { fromTag, toTag } = input;
    // Locks the tags in the same order as all other writes, to prevent deadlocks.
    await lockTags(tx, [fromTag, toTag], "UPDATE");
    const { color } = await lockTag(tx, fromTag, ["input", "fromTag"], maxCodesOfTag);
    if (fromTag === toTag) return { discountCodes: [] };
    if (!(await isTagUsed(tx.sql, toTag))) await writeTagColors(tx, new Map([[toTag, color]]));
    const changed = await renameTag(tx, fromTag, toTag);
    await deleteTag(tx, fromTag);
    return { discountCodes: await emitAllUpdated(tx, changed, ["tags", "updatedAt"]) };
  },
);
