import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { lockTags, readTagFacet, writeTagColors } from "../../db/tags.js";
import type { TagColor } from "../../generated/types.js";
import { emitRecolored } from "../../services/codes/events.js";
import { type MutationField, mutation } from "../../tx.js";

export const set_discount_tag_color: MutationField<"set_discount_tag_color"> = mutation(
  { emits: [tagRecolored] },
  async (tx, { input }) => {
    tx.check();
    const { name } = input;
    const color = input.color as TagColor;
    await lockTags(tx, [name], "UPDATE");
    const tag = await readTagFacet(tx.sql, name);
    if (!tag) return rejectWith(tx, ["input", "name"], "NOT_FOUND", "No discount code in this workspace has this tag.");
    emitRecolored(tx, await writeTagColors(tx, new Map([[name, color]])));
    return { tag: { ...tag, color } };
  },
);
