import type { MutationResolvers } from "../../generated/types.js";

/** Changes the fields that are supplied. Status PUBLISHED publishes, as publish_form does without shares. */
export const update_form: NonNullable<MutationResolvers["update_form"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("update_form is not written yet");
  });
