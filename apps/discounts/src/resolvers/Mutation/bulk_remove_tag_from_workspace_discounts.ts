import type { MutationResolvers } from "../../generated/types.js";

/** Takes a tag off all discount codes of the workspace. */
export const bulk_remove_tag_from_workspace_discounts: NonNullable<MutationResolvers["bulk_remove_tag_from_workspace_discounts"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("bulk_remove_tag_from_workspace_discounts is not written yet");
  });
