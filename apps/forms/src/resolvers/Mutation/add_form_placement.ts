import type { MutationResolvers } from "../../generated/types.js";

/** Places a form on a channel. It is not published yet. */
export const add_form_placement: NonNullable<MutationResolvers["add_form_placement"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("add_form_placement is not written yet");
  });
