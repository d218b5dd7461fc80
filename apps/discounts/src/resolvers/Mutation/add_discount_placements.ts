import type { MutationResolvers } from "../../generated/types.js";

/** Places a discount code on a connection. Whether it is pushed anywhere follows from the connection's provider. */
export const add_discount_placements: NonNullable<MutationResolvers["add_discount_placements"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("add_discount_placements is not written yet");
  });
