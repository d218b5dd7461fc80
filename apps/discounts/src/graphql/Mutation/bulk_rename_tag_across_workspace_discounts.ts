import { forgetTag, isTagUsed, lockTags, renameTag, writeTagColors } from "../../db/write-tags.js";
import type { MutationResolvers } from "../../generated/types.js";
import { emitChanged } from "../../services/codes/emit.js";
import { tagToChange } from "../../services/codes/tag-to-change.js";
import { mutateCodes } from "../../services/codes/write.js";

/** Renames a tag on all discount codes. If the new name exists, merges both and keeps its color. */
export const bulk_rename_tag_across_workspace_discounts: NonNullable<MutationResolvers["bulk_rename_tag_across_workspace_discounts"]> = (
  _source,
  { input },
  context,
) =>
  mutateCodes(context, async (write) => {
    write.check();
    const { fromTag, toTag } = input;
    // Locks both in the same order as all writes.
    await lockTags(write.read, [fromTag, toTag], "UPDATE");
    const color = await tagToChange(write, fromTag, ["input", "fromTag"]);
    if (fromTag === toTag) return { discountCodes: [] };
    if (!(await isTagUsed(write.read, toTag))) await writeTagColors(write, new Map([[toTag, color]]));
    const changed = await renameTag(write, fromTag, toTag);
    await forgetTag(write, fromTag);
    return { discountCodes: await emitChanged(write, changed, ["tags", "updatedAt"]) };
  });
