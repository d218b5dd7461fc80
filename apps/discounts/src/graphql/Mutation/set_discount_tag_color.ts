import { tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { writeTagColors } from "../../db/tags.js";
import type { TagColor } from "../../generated/types.js";
import { emitRecolored } from "../../services/codes/events.js";
import { lockTag } from "../../services/codes/lock-tag.js";
import { type MutationField, mutation } from "../../tx.js";

export const set_discount_tag_color: MutationField<"set_discount_tag_color"> = mutation(
  { emits: [tagRecolored] },
  async (tx, { input }) => {
    tx.check();
    const color = input.color as TagColor;
    const tag = await lockTag(tx, input.name, ["input", "name"]);
    emitRecolored(tx, await writeTagColors(tx, new Map([[tag.name, color]])));
    return { tag: { ...tag, color } };
  },
);
