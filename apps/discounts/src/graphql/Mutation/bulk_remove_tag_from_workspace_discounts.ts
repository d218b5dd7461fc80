import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { removeTag } from "../../db/change-codes.js";
import { deleteTag } from "../../db/tags.js";
import { emitAllUpdated } from "../../services/codes/events.js";
import { lockTag, maxCodesOfTag } from "../../services/codes/lock-tag.js";
import { type MutationField, mutation } from "../../tx.js";

export const bulk_remove_tag_from_workspace_discounts: MutationField<"bulk_remove_tag_from_workspace_discounts"> = mutation(
  { emits: [discountCodeUpdated] },
  async (tx, { input }) => {
    tx.check();
    await lockTag(tx, input.tag, ["input", "tag"], maxCodesOfTag);
    const changed = await removeTag(tx, input.tag);
    await deleteTag(tx, input.tag);
    return { discountCodes: await emitAllUpdated(tx, changed, ["tags", "updatedAt"]) };
  },
);
