import type { MutationResolvers } from "../../generated/types.js";

/** Sets a text of a placement in place of the usual one. */
export const set_form_placement_copy: NonNullable<MutationResolvers["set_form_placement_copy"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("set_form_placement_copy is not written yet");
  });
