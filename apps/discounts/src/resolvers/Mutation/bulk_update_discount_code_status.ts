import type { MutationResolvers } from "../../generated/types.js";

/** Sets one status on every listed discount code, all or none. */
export const bulk_update_discount_code_status: NonNullable<MutationResolvers["bulk_update_discount_code_status"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("bulk_update_discount_code_status is not written yet");
  });
