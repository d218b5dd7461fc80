import type { MutationResolvers } from "../../generated/types.js";

/** Narrows a placement to these targets, in place of those it has; an empty list widens it to everything. */
export const set_placement_targets: NonNullable<MutationResolvers["set_placement_targets"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("set_placement_targets is not written yet");
  });
