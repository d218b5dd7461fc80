import type { MutationResolvers } from "../../generated/types.js";

/** Removes a placement and its short link. */
export const remove_form_placement: NonNullable<MutationResolvers["remove_form_placement"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("remove_form_placement is not written yet");
  });
