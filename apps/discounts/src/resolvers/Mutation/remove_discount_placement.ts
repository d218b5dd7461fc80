import type { MutationResolvers } from "../../generated/types.js";

/** Takes a discount code off a connection, and out of its store. */
export const remove_discount_placement: NonNullable<MutationResolvers["remove_discount_placement"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("remove_discount_placement is not written yet");
  });
