import type { MutationResolvers } from "../../generated/types.js";

/** Pushes a placement to its store again, changed or not. */
export const resync_discount_placement: NonNullable<MutationResolvers["resync_discount_placement"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("resync_discount_placement is not written yet");
  });
