import type { MutationResolvers } from "../../generated/types.js";

/** Says whether a placement takes responses. */
export const set_form_placement_published: NonNullable<MutationResolvers["set_form_placement_published"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("set_form_placement_published is not written yet");
  });
