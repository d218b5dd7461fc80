import { forgetTag, lockTags, removeTag } from "../../data/write-tags.js";
import type { MutationResolvers } from "../../generated/types.js";
import { emitChanged } from "../../writes/emit.js";
import { mutateCodes, refuse } from "../../writes/write.js";

/** Takes a tag off all discount codes of the workspace. */
export const bulk_remove_tag_from_workspace_discounts: NonNullable<MutationResolvers["bulk_remove_tag_from_workspace_discounts"]> = (
  _source,
  { input },
  context,
) =>
  mutateCodes(context, async (write) => {
    write.check();
    await lockTags(write.read, [input.tag], "UPDATE");
    const changed = await removeTag(write, input.tag);
    if (changed.length === 0) return refuse(write, ["input", "tag"], "NOT_FOUND", "No discount code of this workspace has this tag.");
    await forgetTag(write, input.tag);
    return { discountCodes: await emitChanged(write, changed, "tags") };
  });
