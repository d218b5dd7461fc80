import type { MutationResolvers } from "../../generated/types.js";

/** Sets a tag's colour on all discount codes of the workspace. */
export const set_discount_tag_color: NonNullable<MutationResolvers["set_discount_tag_color"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("set_discount_tag_color is not written yet");
  });
