import type { MutationResolvers } from "../../generated/types.js";

/** Renames a tag on all discount codes of the workspace. */
export const bulk_rename_tag_across_workspace_discounts: NonNullable<MutationResolvers["bulk_rename_tag_across_workspace_discounts"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("bulk_rename_tag_across_workspace_discounts is not written yet");
  });
