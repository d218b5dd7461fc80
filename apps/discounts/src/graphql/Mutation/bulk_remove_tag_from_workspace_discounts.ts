import { forgetTag, removeTag } from "../../db/write-tags.js";
import type { MutationResolvers } from "../../generated/types.js";
import { emitChanged } from "../../services/codes/emit.js";
import { tagToChange } from "../../services/codes/tag-to-change.js";
import { mutateCodes } from "../../services/codes/write.js";

export const bulk_remove_tag_from_workspace_discounts: NonNullable<MutationResolvers["bulk_remove_tag_from_workspace_discounts"]> = (
  _source,
  { input },
  context,
) =>
  mutateCodes(context, async (write) => {
    write.check();
    await tagToChange(write, input.tag, ["input", "tag"]);
    const changed = await removeTag(write, input.tag);
    await forgetTag(write, input.tag);
    return { discountCodes: await emitChanged(write, changed, ["tags", "updatedAt"]) };
  });
