import { forgetTag, isTagUsed, lockTags, renameTag, writeTagColors } from "../../data/write-tags.js";
import type { MutationResolvers } from "../../generated/types.js";
import { emitChanged } from "../../writes/emit.js";
import { tagToChange } from "../../writes/tag-to-change.js";
import { mutateCodes } from "../../writes/write.js";

/** Renames a tag on all discount codes of the workspace; one that has the new name already takes the other in and keeps its colour. */
export const bulk_rename_tag_across_workspace_discounts: NonNullable<MutationResolvers["bulk_rename_tag_across_workspace_discounts"]> = (
  _source,
  { input },
  context,
) =>
  mutateCodes(context, async (write) => {
    write.check();
    const { fromTag, toTag } = input;
    // Both at once, in the order in which every write locks tags.
    await lockTags(write.read, [fromTag, toTag], "UPDATE");
    const color = await tagToChange(write, fromTag, ["input", "fromTag"]);
    if (fromTag === toTag) return { discountCodes: [] };
    if (!(await isTagUsed(write.read, toTag))) await writeTagColors(write, new Map([[toTag, color]]));
    const changed = await renameTag(write, fromTag, toTag);
    await forgetTag(write, fromTag);
    return { discountCodes: await emitChanged(write, changed, ["tags", "updatedAt"]) };
  });
