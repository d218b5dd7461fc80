import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { readTagFacet } from "../../db/aggregates.js";
import { lockTags, writeTagColors } from "../../db/write-tags.js";
import type { MutationResolvers, TagColor } from "../../generated/types.js";
import { emitRecolored } from "../../services/codes/emit.js";
import { mutateCodes } from "../../services/codes/write.js";

export const set_discount_tag_color: NonNullable<MutationResolvers["set_discount_tag_color"]> = (_source, { input }, context) =>
  mutateCodes(context, async (write) => {
    write.check();
    const { name } = input;
    const color = input.color as TagColor;
    await lockTags(write.read, [name], "UPDATE");
    const tag = await readTagFacet(write.read, name);
    if (!tag) return rejectWith(write, ["input", "name"], "NOT_FOUND", "No discount code in this workspace has this tag.");
    emitRecolored(write, await writeTagColors(write, new Map([[name, color]])));
    return { tag: { ...tag, color } };
  });
