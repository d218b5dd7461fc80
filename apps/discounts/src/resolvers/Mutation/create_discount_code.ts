import type { MutationResolvers } from "../../generated/types.js";

/** Creates a discount code. */
export const create_discount_code: NonNullable<MutationResolvers["create_discount_code"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("create_discount_code is not written yet");
  });
