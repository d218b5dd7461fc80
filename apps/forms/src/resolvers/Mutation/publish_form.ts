import type { MutationResolvers } from "../../generated/types.js";

/** Freezes the draft as a version and shows it. */
export const publish_form: NonNullable<MutationResolvers["publish_form"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("publish_form is not written yet");
  });
