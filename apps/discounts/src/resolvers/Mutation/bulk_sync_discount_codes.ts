import type { MutationResolvers } from "../../generated/types.js";

/** Pushes every listed discount code again to wherever it is placed, all or none, changed or not. */
export const bulk_sync_discount_codes: NonNullable<MutationResolvers["bulk_sync_discount_codes"]> = (_source, given, context) =>
  context.mutate(async (write) => {
    write.check();
    throw new Error("bulk_sync_discount_codes is not written yet");
  });
