import type { MutationResolvers } from "../../generated/types.js";

/** Deletes a discount code. Orders, responses and grants keep its id. */
export const delete_discount_code: NonNullable<MutationResolvers["delete_discount_code"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("delete_discount_code is not written yet");
  });
